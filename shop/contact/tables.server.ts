import { pgTable, text } from "drizzle-orm/pg-core";
import { at, bytea } from "#platform/database/column-types.server.ts";

/** Messages from the contact page. [S2.27] */
export const contactMessages = pgTable("contact_messages", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** Encrypted. */
  email: bytea("email").notNull(),
  message: text("message").notNull(),
  userId: text("user_id"),
  createdAt: at("created_at").notNull(),
  handledAt: at("handled_at"),
});
