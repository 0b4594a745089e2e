import { bigint, customType, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { products } from "#shop/catalogue/tables.server.ts";
import { type BatchWay, batchStates, batchWays } from "./batch.ts";
import type { BatchReport } from "./line-sorts.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const at = (name: string) => timestamp(name, { withTimezone: true });

/** How many IDs of a product are free. Whoever changes a product's stock locks this row first. [S5.1] */
export const productStock = pgTable("product_stock", {
  productId: text("product_id")
    .primaryKey()
    .references(() => products.id),
  available: integer("available").notNull(),
});

const ways = Object.keys(batchWays) as [BatchWay, ...BatchWay[]];

/** The imports of IDs; the database itself keeps their counters. */
export const batches = pgTable("batches", {
  id: text("id").primaryKey(),
  productId: text("product_id")
    .notNull()
    .references(() => products.id),
  way: text("way", { enum: ways }).notNull(),
  /** Where the IDs are from, in the admin's words. */
  source: text("source").notNull().default(""),
  /** What one ID cost. */
  costPaise: bigint("cost_paise", { mode: "number" }),
  state: text("state", { enum: batchStates }).notNull(),
  createdAt: at("created_at").notNull(),
  undoneAt: at("undone_at"),
  adminId: text("admin_id"),
  /** What the check found, where there was one. */
  report: jsonb("report").$type<BatchReport>(),
  /** Which kinds of lines were to be added. */
  chosen: text("chosen").array(),
  ids: integer("ids").notNull().default(0),
  delivered: integer("delivered").notNull().default(0),
  setAside: integer("set_aside").notNull().default(0),
});

/** Lines of an import: those that wait to be added, and the few that its page shows. */
export const batchLines = pgTable("batch_lines", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  batchId: text("batch_id")
    .notNull()
    .references(() => batches.id),
  kind: text("kind", { enum: ["waiting", "shown"] }).notNull(),
  /** Sealed. */
  lines: bytea("lines").notNull(),
});

/** Every ID there ever was, once; sealed, and found again by its keyed fingerprint. [S3.2] [S3.9] */
export const units = pgTable("units", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  productId: text("product_id")
    .notNull()
    .references(() => products.id),
  /** Sealed; null once it was erased. */
  value: bytea("value"),
  fingerprint: bytea("fingerprint").notNull(),
  importedAt: at("imported_at").notNull(),
  setAside: text("set_aside", { enum: ["faulty", "removed"] }),
  setAsideAt: at("set_aside_at"),
  erasedAt: at("erased_at"),
  /** The import that it came with; none for what is older than imports, and for what was typed as it was handed over. */
  batchId: text("batch_id"),
});

/** The IDs that can be sold now, and nothing else. [S3.2] */
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
