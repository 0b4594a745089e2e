import { boolean, customType, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { listenerKinds } from "./listener.ts";
import { type Happened, type NoticeEvent, noticeStates, type ToldEvent } from "./notice.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const at = (name: string) => timestamp(name, { withTimezone: true });

/** Who is told what happens. */
export const listeners = pgTable("listeners", {
  id: text("id").primaryKey(),
  kind: text("kind", { enum: listenerKinds }).notNull(),
  address: text("address").notNull(),
  /** Sealed: what a webhook is signed with, or the token of the bot. */
  secret: bytea("secret").notNull(),
  events: text("events").array().$type<NoticeEvent[]>().notNull(),
  isOn: boolean("is_on").notNull().default(true),
  createdAt: at("created_at").notNull(),
});

/** What happened, once for each who is told, and what came of telling it. */
export const notices = pgTable("notices", {
  id: text("id").primaryKey(),
  listenerId: text("listener_id").notNull(),
  event: text("event").$type<ToldEvent>().notNull(),
  facts: jsonb("facts").$type<Happened["facts"]>().notNull(),
  state: text("state", { enum: noticeStates }).notNull(),
  tries: integer("tries").notNull().default(0),
  createdAt: at("created_at").notNull(),
  nextTryAt: at("next_try_at"),
  triedAt: at("tried_at"),
  answerStatus: integer("answer_status"),
  answerText: text("answer_text"),
  problem: text("problem"),
});
