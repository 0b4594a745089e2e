import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "#platform/database/column-types.server.ts";
import { refunds } from "#shop/payments/tables.server.ts";
import { units } from "#shop/stock/tables.server.ts";
import { orders } from "../tables.server.ts";
import { claimOpeners, claimReasons, claimStates } from "./claim.ts";

/** Claims that a delivered ID does not work, numbered from 1 in each order. [S15.2] */
export const claims = pgTable("claims", {
  /** Its name, such as `REQ-MX0K4BK0-C1`. */
  id: text("id").primaryKey(),
  orderId: text("order_id")
    .notNull()
    .references(() => orders.id),
  number: integer("number").notNull(),
  unitId: bigint("unit_id", { mode: "number" })
    .notNull()
    .references(() => units.id),
  /** Where the ID stands among the IDs of the order, from 0. */
  position: integer("position").notNull(),
  openedBy: text("opened_by", { enum: claimOpeners }).notNull(),
  /** Which account of the shop, or API key, opened it. */
  personId: text("person_id"),
  reason: text("reason", { enum: claimReasons }).notNull(),
  /** The reason that came with `messageNumber`, if it was opened once more for another one. */
  firstReason: text("first_reason", { enum: claimReasons }),
  /** The message of the conversation that came with it. */
  messageNumber: integer("message_number"),
  state: text("state", { enum: claimStates }).notNull(),
  openedAt: at("opened_at").notNull(),
  /** When it was opened once more after it was refused, and the message that came with that. */
  reopenedAt: at("reopened_at"),
  againNumber: integer("again_number"),
  /** Since when a swap waits for stock. */
  waitsSince: at("waits_since"),
  decidedAt: at("decided_at"),
  decidedBy: text("decided_by"),
  /** The refund of the ID's share; of a claim in another state: one that failed. [S15.6] */
  refundId: text("refund_id").references(() => refunds.id),
  /** The message with the reason of its refusal. */
  answerNumber: integer("answer_number"),
});
