import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { at, bytea } from "#platform/database/column-types.server.ts";
import { type EmailKind, emailStates } from "./email.ts";

/**
 * Emails that are to be sent, were sent, or are only stored. Secret links are filled in when an
 * email is sent or shown.
 */
export const emails = pgTable("emails", {
  id: text("id").primaryKey(),
  kind: text("kind").$type<EmailKind>().notNull(),
  orderId: text("order_id"),
  userId: text("user_id"),
  /** Encrypted; null for the owner, whose address is looked up when it is sent. */
  recipient: bytea("recipient"),
  /** Facts about it that are not secret. */
  facts: jsonb("facts").$type<Record<string, string>>().notNull(),
  state: text("state", { enum: emailStates }).notNull(),
  attempts: integer("attempts").notNull().default(0),
  lastProblem: text("last_problem"),
  createdAt: at("created_at").notNull(),
  nextAttemptAt: at("next_attempt_at"),
  sentAt: at("sent_at"),
});

export type EmailRow = typeof emails.$inferSelect;
