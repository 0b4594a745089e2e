import { sql } from "drizzle-orm";
import { bigint, boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "#platform/database/column-types.server.ts";
import type { Translations } from "#shop/translations.ts";
import { deliveryWays, type ProductText } from "./product.ts";

/** The products. A deleted product keeps its row because orders refer to it. [S3.1] [S3.8] */
export const products = pgTable("products", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  pricePaise: bigint("price_paise", { mode: "number" }).notNull(),
  /** Sanitized HTML. [S2.10] */
  description: text("description").notNull(),
  /** The language of name and description. [S11.2] */
  language: text("language").notNull().default(sql`shop_language()`),
  translations: jsonb("translations").$type<Translations<ProductText>>().notNull().default({}),
  image: text("image").notNull(),
  isSample: boolean("is_sample").notNull(),
  createdAt: at("created_at").notNull(),
  updatedAt: at("updated_at").notNull(),
  /** Set while the product is hidden, and not on sale. */
  hiddenAt: at("hidden_at"),
  deletedAt: at("deleted_at"),
  /** How many free IDs were removed with the product. */
  removedIds: integer("removed_ids"),
  /** When a deletion in several steps began; its IDs are removed with this time. */
  leavingAt: at("leaving_at"),
  /** When the owner was last told that most of it is held. */
  heldNotifiedAt: at("held_notified_at"),
  /** The pattern of its IDs and an example; empty if not set. */
  idPattern: text("id_pattern").notNull().default(""),
  idExample: text("id_example").notNull().default(""),
  /** Whether a paid order is delivered at once. [S10.6] */
  delivery: text("delivery", { enum: deliveryWays }).notNull().default("instant"),
  /** For how many hours after the delivery its IDs may be claimed; null: as the shop's. [S15.1] */
  claimHours: integer("claim_hours"),
});
