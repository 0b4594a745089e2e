import { bigint, customType, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { products } from "#shop/catalogue/tables.server.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const at = (name: string) => timestamp(name, { withTimezone: true });

/** How many IDs of a product are free. Whoever changes a product's stock locks this row first. [S5.1] */
export const productStock = pgTable("product_stock", {
  productId: text("product_id")
    .primaryKey()
    .references(() => products.id),
  available: integer("available").notNull(),
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
