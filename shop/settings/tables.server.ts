import { boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The owner's settings: one row. */
export const shopSettings = pgTable("shop_settings", {
  onlyRow: boolean("only_row").primaryKey().default(true),
  name: text("name").notNull(),
  blurb: text("blurb").notNull(),
  sinceYear: integer("since_year").notNull(),
  supportEmail: text("support_email"),
  chatUrl: text("chat_url"),
  messagingUrl: text("messaging_url"),
  idCheckerUrl: text("id_checker_url"),
  adminCurrency: text("admin_currency", { enum: ["₹", "$"] }).notNull(),
  takesRequest: boolean("takes_request").notNull(),
  takesAmazon: boolean("takes_amazon").notNull(),
  howToPay: text("how_to_pay").notNull(),
  timeZone: text("time_zone").notNull(),
  mailsIds: boolean("mails_ids").notNull(),
  mailsNewOrders: boolean("mails_new_orders").notNull(),
  ownerEmail: text("owner_email"),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});
