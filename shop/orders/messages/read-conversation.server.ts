import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may } from "#shop/rights.ts";
import { MESSAGES_SHOWN, MESSAGES_WITH_ANSWERS_MAX } from "../constants.ts";
import type { OrderStatus } from "../order.ts";
import { isBuyer } from "../reading/find-order.server.ts";
import { conversations, orderMessages, orders } from "../tables.server.ts";
import type { ClaimEntry, Conversation, OrderMessage } from "./conversation.ts";
import { noteOpened, noteSeen } from "./notify-of-message.server.ts";
import { isStillAsked, type Question } from "./question.ts";

const asked = alias(orderMessages, "asked");

type Needs = Pick<Services, "db" | "vault">;

/**
 * Reads the last messages of an order, or `all` of them, for its buyer and, unless `asBuyer`, for
 * persons with `read-orders`. For anybody else it answers like an unknown code (`orderNotForYou`). One
 * query; one more after a notice, or after a message that the buyer has not seen: both are opened with
 * it, unless nobody sees the answer (`isSeen`). [S14.1] [S14.10]
 */
export async function readConversation(
  { db, vault }: Needs,
  visitor: Visitor,
  requestCode: string,
  { all = false, asBuyer = false, isSeen = true }: { all?: boolean; asBuyer?: boolean; isSeen?: boolean } = {},
): Promise<Result<Conversation, "orderNotForYou">> {
  const query = db.prepared(all ? "conversation-whole" : "conversation", (db) => {
    const { id, number, side, text, pictureKey, erasedAt, asks, replacedProofKey, at } = orderMessages;
    const claim = claimOfMessage;
    return db
      .select({
        userId: orders.userId,
        accessKeyHash: orders.accessKeyHash,
        unlockedBy: orders.unlockedBy,
        orderId: orders.id,
        waitsFor: conversations.waitsFor,
        buyerToldAt: conversations.buyerToldAt,
        buyerSeen: conversations.buyerSeen,
        shopToldAt: conversations.shopToldAt,
        status: orders.status,
        language: orders.language,
        question: { id: asked.id, number: asked.number, asks: asked.asks, text: asked.text, at: asked.at },
        message: { id, number, side, text, pictureKey, erasedAt, asks, replacedProofKey, at, claim },
      })
      .from(orders)
      .leftJoin(conversations, eq(conversations.orderId, orders.id))
      .leftJoin(orderMessages, eq(orderMessages.orderId, conversations.orderId))
      .leftJoin(asked, and(eq(asked.orderId, conversations.orderId), eq(asked.number, conversations.question)))
      .where(eq(orders.requestCode, sql.placeholder("requestCode")))
      .orderBy(desc(orderMessages.number))
      .limit(all ? MESSAGES_WITH_ANSWERS_MAX : MESSAGES_SHOWN);
  });
  const rows = await query.execute({ requestCode });
  const [order] = rows;
  if (!order || !(isBuyer(visitor, order) || (!asBuyer && may(visitor, "read-orders")))) return refused("orderNotForYou");
  if (isSeen) await noteReading({ db }, order, isForBuyer(visitor, order, asBuyer));
  const messages = rows.flatMap(({ message }) => (message === null ? [] : [opened(vault, message)])).reverse();
  return ok({
    messages,
    earlier: (messages[0]?.number ?? 1) - 1,
    waitsFor: order.waitsFor,
    question: questionOf(vault, order),
    language: order.language,
  });
}

/**
 * Whether a buyer reads. A person of the shop who opened the buyer's link does not, and who works in
 * the shop and buys reads an own order as the one whose page it is.
 */
function isForBuyer(visitor: Visitor, order: Parameters<typeof isBuyer>[1], asBuyer: boolean): boolean {
  const isOwn = visitor.kind !== "guest" && visitor.userId === order.userId;
  return isBuyer(visitor, order) && (isOwn ? asBuyer : !may(visitor, "read-orders"));
}

type Told = { orderId: string; buyerToldAt: Date | null; shopToldAt: Date | null; buyerSeen: number | null };

async function noteReading(
  { db }: Pick<Needs, "db">,
  { orderId, buyerToldAt: toldAt, shopToldAt, buyerSeen, message }: Told & { message: { number: number } | null },
  isBuyers: boolean,
): Promise<void> {
  const last = message?.number ?? 0;
  if (isBuyers && (toldAt !== null || last > (buyerSeen ?? 0))) await noteSeen({ db }, orderId, { last, toldAt });
  if (!isBuyers && shopToldAt !== null) await noteOpened({ db }, orderId);
}

/** What a message claims, as JSON: with the reason that came with it. [S15.2] */
const claimOfMessage = sql<ClaimEntry | null>`(
  select json_build_object('reason', said.reason, 'places', json_agg(said.position + 1 order by said.position)) from (
    select c.position, case order_messages.number when c.message_number then coalesce(c.first_reason, c.reason) else c.reason end as reason
    from claims c where c.order_id = order_messages.order_id and order_messages.number in (c.message_number, c.again_number)) as said
  group by said.reason)`;

type QuestionRow = Pick<typeof orderMessages.$inferSelect, "id" | "number" | "asks" | "text" | "at">;

/** The open question of an order by its row; null if there is none that is still asked. [S14.3] */
export function questionOf(
  vault: Needs["vault"],
  { question, status }: { question: QuestionRow | null; status: OrderStatus },
): Question | null {
  if (!question?.asks || !isStillAsked(question.asks, status)) return null;
  const { id, number, asks, text, at } = question;
  return { number, asks, text: text && vault.decrypt(placeOf("order_messages.text", id), text), at };
}

type Row = QuestionRow &
  Pick<typeof orderMessages.$inferSelect, "side" | "pictureKey" | "erasedAt" | "replacedProofKey"> & { claim: ClaimEntry | null };

function opened(vault: Needs["vault"], { id, text, pictureKey, erasedAt, replacedProofKey, ...message }: Row): OrderMessage {
  const isErased = erasedAt !== null;
  const words = text && vault.decrypt(placeOf("order_messages.text", id), text);
  return { ...message, text: words, hasPicture: pictureKey !== null && !isErased, isErased, hasEarlierProof: replacedProofKey !== null };
}

/** What both sides wrote about some orders, by order, for the buyer's own data. One query. [S14.16] */
export async function readConversations({ db, vault }: Needs, orderIds: string[]): Promise<Map<string, OrderMessage[]>> {
  const { id, orderId, number, side, text, pictureKey, erasedAt, asks, replacedProofKey, at } = orderMessages;
  const rows = await db
    .select({ id, orderId, number, side, text, pictureKey, erasedAt, asks, replacedProofKey, at, claim: claimOfMessage })
    .from(orderMessages)
    .where(inArray(orderId, orderIds))
    .orderBy(asc(number));
  const byOrder = new Map<string, OrderMessage[]>();
  for (const { orderId, ...row } of rows) byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), opened(vault, row)]);
  return byOrder;
}
