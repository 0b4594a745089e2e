import { accountOddities } from "./account-oddities.ts";
import { oddities as ownOddities } from "./oddities.ts";

/** What the rows of an old shop's files are: `copy` is a customer's own copy of an order, `other` what the shop has no place for. */
export const movedKinds = ["product", "id", "order", "copy", "account", "proof", "other"] as const;
export type MovedKind = (typeof movedKinds)[number];

/**
 * What becomes of a row: it comes in, it changes what came in before, it goes up in another row, it is here as it is there, it stays out, or, of an ID
 * that is not in the file any more, it leaves the stock.
 */
export const movedOutcomes = ["imported", "updated", "merged", "unchanged", "skipped", "removed"] as const;
export type MovedOutcome = (typeof movedOutcomes)[number];

/** Everything that can be odd about a row: what is wrong with it, and what is done. */
export const oddities = { ...ownOddities, ...accountOddities } satisfies Record<string, OddityWords>;
export type Oddity = keyof typeof oddities;
export type OddityWords = { wrong: string; done: string };

/** What is said of one row of the files: its path there, and what became of it. A path never holds an ID, a code or an address. */
export type ReportRow = { kind: MovedKind; path: string; outcome: MovedOutcome; oddities: readonly Oddity[] };
