import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { at, bytea } from "#platform/database/column-types.server.ts";
import { type DeliveredEvent, type DeliveryEvent, deliveryStates, type Happened } from "./delivery.ts";
import { subscriptionKinds } from "./subscription.ts";

/** Who receives events. */
export const subscriptions = pgTable("subscriptions", {
  id: text("id").primaryKey(),
  kind: text("kind", { enum: subscriptionKinds }).notNull(),
  address: text("address").notNull(),
  /** Encrypted: a webhook's signing secret, or a bot's token. */
  secret: bytea("secret").notNull(),
  events: text("events").array().$type<DeliveryEvent[]>().notNull(),
  isOn: boolean("is_on").notNull().default(true),
  createdAt: at("created_at").notNull(),
});

/** An event for one subscription, and the outcome of its delivery. */
export const deliveries = pgTable("deliveries", {
  id: text("id").primaryKey(),
  subscriptionId: text("subscription_id").notNull(),
  event: text("event").$type<DeliveredEvent>().notNull(),
  facts: jsonb("facts").$type<Happened["facts"]>().notNull(),
  state: text("state", { enum: deliveryStates }).notNull(),
  attempts: integer("attempts").notNull().default(0),
  createdAt: at("created_at").notNull(),
  nextAttemptAt: at("next_attempt_at"),
  attemptedAt: at("attempted_at"),
  answerStatus: integer("answer_status"),
  answerText: text("answer_text"),
  problem: text("problem"),
});
