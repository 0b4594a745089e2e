import { z } from "zod";
import { orderStatuses } from "#shop/orders/order.ts";
import { migratedKinds, migratedOutcomes } from "./report-row.ts";

const count = z.number().int();
/** The sums of an invalid file may exceed the range of safe integers. */
const Sum = z.object({ orders: count, paise: z.number() });

/**
 * The result of an import or a preview: the number of rows by kind and outcome, the number of each
 * warning, and the order totals of both shops.
 */
export const MigrationSummary = z.object({
  counts: z.array(z.object({ kind: z.enum(migratedKinds), outcome: z.enum(migratedOutcomes), rows: count })),
  warnings: z.array(z.object({ warning: z.string(), rows: count })),
  /**
   * By status: the order totals in the file and here. Statuses that the shop does not know are
   * `other`.
   */
  sums: z.array(z.object({ status: z.enum([...orderStatuses, "other"]), there: Sum, here: Sum })),
});
export type MigrationSummary = z.infer<typeof MigrationSummary>;

const migrationSteps = [
  "reading the file",
  "sorting the rows",
  "comparing the rows",
  "accounts",
  "products",
  "IDs",
  "orders",
  "proofs",
  "the report",
] as const;

/** A step of an import, as the command line names it. */
export type MigrationStep = (typeof migrationSteps)[number];

/**
 * The progress of an import: the current step, and how much of it is done; `total` is null if
 * unknown.
 */
export const MigrationProgress = z.object({ doing: z.enum(migrationSteps), done: count, total: count.nullable() });
export type MigrationProgress = z.infer<typeof MigrationProgress>;
