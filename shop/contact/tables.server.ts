import { customType, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const at = (name: string) => timestamp(name, { withTimezone: true });

/** What visitors wrote to the shop. [S2.27] */
export const contactMessages = pgTable("contact_messages", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** Sealed. */
  email: bytea("email").notNull(),
  message: text("message").notNull(),
  userId: text("user_id"),
  createdAt: at("created_at").notNull(),
  handledAt: at("handled_at"),
});
