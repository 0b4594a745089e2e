import { bigint, boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The catalogue: one, whatever screen looks at it. A deleted product keeps its row, because orders point at it. [S3.1] [S3.8] */
export const products = pgTable("products", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  pricePaise: bigint("price_paise", { mode: "number" }).notNull(),
  /** HTML, cleaned before it was written. [S2.10] */
  description: text("description").notNull(),
  image: text("image").notNull(),
  isSample: boolean("is_sample").notNull(),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
  deletedAt: at("deleted_at"),
  /** Not on sale while it is set; nothing of the product is gone. */
  hiddenAt: at("hidden_at"),
  /** How many free IDs left the shop when it was deleted. */
  removedIds: integer("removed_ids"),
  /** What its IDs look like, and an example of one; empty where nobody said. */
  idPattern: text("id_pattern").notNull().default(""),
  idExample: text("id_example").notNull().default(""),
  /** Since when it is being deleted, where that takes several steps; its IDs leave at that moment. */
  leavingAt: at("leaving_at"),
});
