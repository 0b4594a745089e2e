import { customType, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { type LetterKind, letterStates } from "./letter.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const at = (name: string) => timestamp(name, { withTimezone: true });

/** Letters that are to be sent, were sent, or are only kept. What is secret in one is filled in when it is sent or shown. */
export const letters = pgTable("letters", {
  id: text("id").primaryKey(),
  kind: text("kind").$type<LetterKind>().notNull(),
  orderId: text("order_id"),
  userId: text("user_id"),
  /** Sealed; null: the owner, whom the settings name when it is sent. */
  recipient: bytea("recipient"),
  /** Plain words about it that are no secret. */
  facts: jsonb("facts").$type<Record<string, string>>().notNull(),
  state: text("state", { enum: letterStates }).notNull(),
  tries: integer("tries").notNull().default(0),
  lastProblem: text("last_problem"),
  createdAt: at("created_at").notNull(),
  nextTryAt: at("next_try_at"),
  sentAt: at("sent_at"),
});
