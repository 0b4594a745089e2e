import { priceText } from "#shop/money.ts";
import type { MovingSummary } from "./moving-summary.ts";
import { type MovedKind, type MovedOutcome, type Oddity, oddities } from "./report-row.ts";

/** How the kinds are called, one and many. */
export const kindWords: Record<MovedKind, [string, string]> = {
  product: ["product", "products"],
  id: ["ID in the stock", "IDs in the stock"],
  order: ["order", "orders"],
  copy: ["customer's copy of an order", "customers' copies of orders"],
  account: ["account", "accounts"],
  proof: ["proof", "proofs"],
  other: ["other row", "other rows"],
};

/** What became of rows, in a word. */
export const outcomeWords: Record<MovedOutcome, string> = {
  imported: "imported",
  updated: "brought up to date",
  merged: "merged",
  unchanged: "unchanged",
  skipped: "left out",
  removed: "taken out",
};

/** An oddity in words; what an older version told is told by its name. */
export function wordsOfOddity(oddity: string): { wrong: string; done: string } {
  return Object.hasOwn(oddities, oddity) ? oddities[oddity as Oddity] : { wrong: oddity, done: "" };
}

/** What came of an import as lines of text: counts per kind, what was odd, and what the orders of both sides come to. */
export function summaryLines({ counts, oddities: odd, sums }: MovingSummary): string[] {
  const kinds = Object.entries(kindWords).flatMap(([kind, words]) => {
    const ofKind = counts.filter((count) => count.kind === kind);
    if (ofKind.length === 0) return [];
    const total = ofKind.reduce((sum, { rows }) => sum + rows, 0);
    return [`${total} ${words[total === 1 ? 0 : 1]}: ${ofKind.map(({ outcome, rows }) => `${rows} ${outcomeWords[outcome]}`).join(", ")}`];
  });
  const oddRows = odd.map(({ oddity, rows }) => {
    const { wrong, done } = wordsOfOddity(oddity);
    return `  ${rows} × ${wrong}: ${done}`;
  });
  return [...kinds, ...(oddRows.length > 0 ? ["Odd rows:", ...oddRows] : []), ...linesOfSums(sums)];
}

function linesOfSums(sums: MovingSummary["sums"]): string[] {
  const told = sums.filter(({ there, here }) => there.orders > 0 || here.orders > 0);
  if (told.length === 0) return [];
  const side = ({ orders, paise }: { orders: number; paise: number }) => `${orders} for ${priceText(paise)}`;
  return ["Orders in the file, and here:", ...told.map(({ status, there, here }) => `  ${status}: ${side(there)}, ${side(here)}`)];
}
