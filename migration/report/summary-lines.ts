import { textsIn } from "#messages/languages.ts";
import { priceText } from "#shop/money.ts";
import type { MigrationSummary } from "./migration-summary.ts";
import type { MigratedKind } from "./report-row.ts";
import { outcomeWords, wordsOfWarning } from "./report-words.ts";

/** The kinds in singular and plural. */
const kindWords: Record<MigratedKind, [string, string]> = {
  product: ["product", "products"],
  id: ["ID in the stock", "IDs in the stock"],
  order: ["order", "orders"],
  copy: ["customer's copy of an order", "customers' copies of orders"],
  account: ["account", "accounts"],
  proof: ["proof", "proofs"],
  other: ["other row", "other rows"],
};

/**
 * Summarizes an import in lines of text: counts by kind, warnings, and the order totals of both
 * shops.
 */
export function summaryLines({ counts, warnings: warningCounts, sums }: MigrationSummary): string[] {
  const texts = textsIn("en", "adminMigration");
  const kinds = Object.entries(kindWords).flatMap(([kind, words]) => {
    const ofKind = counts.filter((count) => count.kind === kind);
    if (ofKind.length === 0) return [];
    const total = ofKind.reduce((sum, { rows }) => sum + rows, 0);
    const outcomes = ofKind.map(({ outcome, rows }) => `${rows} ${texts(outcomeWords[outcome])}`);
    return [`${total} ${words[total === 1 ? 0 : 1]}: ${outcomes.join(", ")}`];
  });
  const warningLines = warningCounts.map(({ warning, rows }) => {
    const { wrong, done } = wordsOfWarning(texts, warning);
    return `  ${rows} × ${wrong}: ${done}`;
  });
  return [...kinds, ...(warningLines.length > 0 ? ["Rows with warnings:", ...warningLines] : []), ...linesOfSums(sums)];
}

function linesOfSums(sums: MigrationSummary["sums"]): string[] {
  const shown = sums.filter(({ there, here }) => there.orders > 0 || here.orders > 0);
  if (shown.length === 0) return [];
  const side = ({ orders, paise }: { orders: number; paise: number }) => `${orders} for ${priceText(paise)}`;
  return ["Orders in the file, and here:", ...shown.map(({ status, there, here }) => `  ${status}: ${side(there)}, ${side(here)}`)];
}
