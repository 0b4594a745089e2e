import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may } from "#shop/rights.ts";
import { MESSAGES_SHOWN, MESSAGES_WITH_ANSWERS_MAX } from "../constants.ts";
import { isBuyer } from "../reading/find-order.server.ts";
import { conversations, orderMessages, orders } from "../tables.server.ts";
import type { Conversation, OrderMessage } from "./conversation.ts";

type Needs = Pick<Services, "db" | "vault">;

/**
 * Reads the last messages of an order, or `all` of them, for its buyer and, unless `asBuyer`, for
 * persons with `read-orders`. For anybody else it answers like an unknown code (`orderNotForYou`). One query.
 * [S14.1]
 */
export async function readConversation(
  { db, vault }: Needs,
  visitor: Visitor,
  requestCode: string,
  { all = false, asBuyer = false }: { all?: boolean; asBuyer?: boolean } = {},
): Promise<Result<Conversation, "orderNotForYou">> {
  const query = db.prepared(all ? "conversation-whole" : "conversation", (db) => {
    const { id, number, side, text, pictureKey, erasedAt, at } = orderMessages;
    return db
      .select({
        userId: orders.userId,
        accessKeyHash: orders.accessKeyHash,
        unlockedBy: orders.unlockedBy,
        waitsFor: conversations.waitsFor,
        message: { id, number, side, text, pictureKey, erasedAt, at },
      })
      .from(orders)
      .leftJoin(conversations, eq(conversations.orderId, orders.id))
      .leftJoin(orderMessages, eq(orderMessages.orderId, conversations.orderId))
      .where(eq(orders.requestCode, sql.placeholder("requestCode")))
      .orderBy(desc(orderMessages.number))
      .limit(all ? MESSAGES_WITH_ANSWERS_MAX : MESSAGES_SHOWN);
  });
  const rows = await query.execute({ requestCode });
  const [order] = rows;
  if (!order || !(isBuyer(visitor, order) || (!asBuyer && may(visitor, "read-orders")))) return refused("orderNotForYou");
  const messages = rows.flatMap(({ message }) => (message === null ? [] : [opened(vault, message)])).reverse();
  return ok({ messages, earlier: (messages[0]?.number ?? 1) - 1, waitsFor: order.waitsFor });
}

type Row = Pick<typeof orderMessages.$inferSelect, "id" | "number" | "side" | "text" | "pictureKey" | "erasedAt" | "at">;

function opened(vault: Needs["vault"], { id, text, pictureKey, erasedAt, ...message }: Row): OrderMessage {
  const isErased = erasedAt !== null;
  const words = text && vault.decrypt(placeOf("order_messages.text", id), text);
  return { ...message, text: words, hasPicture: pictureKey !== null && !isErased, isErased };
}

/** What both sides wrote about some orders, by order, for the buyer's own data. One query. [S14.16] */
export async function readConversations({ db, vault }: Needs, orderIds: string[]): Promise<Map<string, OrderMessage[]>> {
  const { id, orderId, number, side, text, pictureKey, erasedAt, at } = orderMessages;
  const rows = await db
    .select({ id, orderId, number, side, text, pictureKey, erasedAt, at })
    .from(orderMessages)
    .where(inArray(orderId, orderIds))
    .orderBy(asc(number));
  const byOrder = new Map<string, OrderMessage[]>();
  for (const { orderId, ...row } of rows) byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), opened(vault, row)]);
  return byOrder;
}
