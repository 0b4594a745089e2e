import type { KeyIn } from "#messages/texts.ts";
import { accountWarnings } from "./account-warnings.ts";
import { warnings as ownWarnings } from "./warnings.ts";

/**
 * The kinds of rows in an old shop's files: `copy` is a customer's own copy of an order, `other`
 * anything that has no place in the shop.
 */
export const migratedKinds = ["product", "id", "order", "copy", "account", "proof", "other"] as const;
export type MigratedKind = (typeof migratedKinds)[number];

/**
 * What happens to a row: it is imported, updates an earlier import, is merged into another row, is
 * unchanged, or is skipped. `removed` is an ID that left the stock because the file no longer has
 * it.
 */
export const migratedOutcomes = ["imported", "updated", "merged", "unchanged", "skipped", "removed"] as const;
export type MigratedOutcome = (typeof migratedOutcomes)[number];

/** All warnings about rows: the texts of what is wrong, and of what is done about it. */
export const warnings = { ...ownWarnings, ...accountWarnings } satisfies Record<string, WarningWords>;
export type Warning = keyof typeof warnings;
type WarningWords = { wrong: KeyIn<"adminMigration">; done: KeyIn<"adminMigration"> };

/**
 * The report on one row of the files: its path there and what happened to it. A path never contains
 * an ID, a code or an address.
 */
export type ReportRow = { kind: MigratedKind; path: string; outcome: MigratedOutcome; warnings: readonly Warning[] };
