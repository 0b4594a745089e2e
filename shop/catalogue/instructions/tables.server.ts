import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at } from "#platform/database/column-types.server.ts";

/** What buyers do with the IDs of a product, one row per language. [S10.15] */
export const instructions = pgTable(
  "instructions",
  {
    productId: text("product_id").notNull(),
    language: text("language").notNull(),
    /** Sanitized HTML, not empty. */
    html: text("html").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.language] })],
);
