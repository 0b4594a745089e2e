import { bigint, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, bytea } from "#platform/database/column-types.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { type BatchWay, batchStates, batchWays } from "./imports/batch.ts";
import type { BatchReport } from "./imports/line-kinds.ts";

/**
 * How many IDs of a product are free. Every transaction that changes a product's stock locks this
 * row first. [S5.1]
 */
export const productStock = pgTable("product_stock", {
  productId: text("product_id")
    .primaryKey()
    .references(() => products.id),
  available: integer("available").notNull(),
});

const ways = Object.keys(batchWays) as [BatchWay, ...BatchWay[]];

/** Where imported IDs come from. */
export const suppliers = pgTable("suppliers", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  hiddenAt: at("hidden_at"),
});

/** The batches of IDs. Triggers keep their counters. */
export const batches = pgTable("batches", {
  id: text("id").primaryKey(),
  productId: text("product_id")
    .notNull()
    .references(() => products.id),
  way: text("way", { enum: ways }).notNull(),
  /** A note about them, in the admin's words. */
  note: text("source").notNull().default(""),
  /** The cost of one ID. */
  costPaise: bigint("cost_paise", { mode: "number" }),
  state: text("state", { enum: batchStates }).notNull(),
  createdAt: at("created_at").notNull(),
  undoneAt: at("undone_at"),
  adminId: text("admin_id"),
  /** The result of the check, if there was one. */
  report: jsonb("report").$type<BatchReport>(),
  /** The kinds of lines that were chosen to be added. */
  chosen: text("chosen").array(),
  ids: integer("ids").notNull().default(0),
  delivered: integer("delivered").notNull().default(0),
  withdrawn: integer("withdrawn").notNull().default(0),
  supplierId: text("supplier_id").references(() => suppliers.id),
});

/** Lines of a batch: those waiting to be added, and the few that its page shows. */
export const batchLines = pgTable("batch_lines", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  batchId: text("batch_id")
    .notNull()
    .references(() => batches.id),
  kind: text("kind", { enum: ["waiting", "shown"] }).notNull(),
  /** Encrypted. */
  lines: bytea("lines").notNull(),
});

/**
 * Every ID the shop ever had, once; encrypted, and found by its keyed fingerprint. [S3.2] [S3.9]
 */
export const units = pgTable("units", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  /** Encrypted; null once erased. */
  value: bytea("value"),
  productId: text("product_id")
    .notNull()
    .references(() => products.id),
  importedAt: at("imported_at").notNull(),
  withdrawn: text("withdrawn", { enum: ["faulty", "removed", "held back", "recalled"] }),
  withdrawnAt: at("withdrawn_at"),
  erasedAt: at("erased_at"),
  /**
   * The batch that added it; null for IDs older than batches and for those an admin typed in while
   * approving.
   */
  batchId: text("batch_id"),
  fingerprint: bytea("fingerprint").notNull(),
});

/** Exactly the IDs that can be sold now. [S3.2] */
export const freeUnits = pgTable(
  "free_units",
  {
    productId: text("product_id").notNull(),
    unitId: bigint("unit_id", { mode: "number" })
      .notNull()
      .references(() => units.id),
  },
  (table) => [primaryKey({ columns: [table.productId, table.unitId] })],
);
