import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "#platform/database/column-types.server.ts";
import { batches } from "#shop/stock/tables.server.ts";
import { claimReasons } from "../claims/claim.ts";
import { recallScopes } from "./recall.ts";

/** Recalls of imports, of which one at most is in force for each. [S15.11] */
export const recalls = pgTable("recalls", {
  id: text("id").primaryKey(),
  batchId: text("batch_id")
    .notNull()
    .references(() => batches.id),
  at: at("at").notNull(),
  /** Which account of the shop, or API key, recalled it. */
  by: text("by").notNull(),
  reason: text("reason", { enum: claimReasons }).notNull(),
  scope: text("scope", { enum: recallScopes }).notNull(),
  /** The last delivered unit that was looked at to open a claim. */
  claimedUpto: bigint("claimed_upto", { mode: "number" }).notNull().default(0),
  /** When its steps, or those of its undoing, were done; null: they go on. */
  finishedAt: at("finished_at"),
  undoneAt: at("undone_at"),
});
