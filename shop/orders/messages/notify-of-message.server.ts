import { and, eq, isNull, lt, max, or, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { queueMessagePushes } from "#shop/push/queue-pushes.server.ts";
import { queueingDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import { MESSAGE_EMAIL_DELAY_MS, MESSAGE_EMAIL_EVERY_MS } from "../constants.ts";
import { writeToBuyer } from "../decisions/email-buyer.server.ts";
import { conversations, type OrderRow, orderMessages } from "../tables.server.ts";
import type { MessageSide } from "./conversation.ts";

/**
 * Tells the other side of a new message in the caller's transaction: the buyer by an email after `MESSAGE_EMAIL_DELAY_MS`, unless it was seen by then, the next
 * only once the order's page was opened or after `MESSAGE_EMAIL_EVERY_MS`; the persons who answer by
 * push and in chats, once until one of them opened the conversation; `number` is that of what the buyer wrote, without which chats hear nothing. No notice has the message's words. [S14.10]
 */
export async function notifyOfMessage(
  services: QueueNeeds,
  tx: Tx,
  order: Pick<OrderRow, "id" | "userId" | "email" | "requestCode">,
  side: MessageSide,
  number: number | null = null,
): Promise<void> {
  const { buyerToldAt, shopToldAt, orderId } = conversations;
  const at = services.now();
  const isDue =
    side === "buyer" ? isNull(shopToldAt) : or(isNull(buyerToldAt), lt(buyerToldAt, new Date(at.getTime() - MESSAGE_EMAIL_EVERY_MS)));
  const [told] = await tx
    .update(conversations)
    .set(side === "buyer" ? { shopToldAt: at } : { buyerToldAt: at })
    .where(and(eq(orderId, order.id), isDue))
    .returning({ orderId });
  if (!told) return;
  if (side === "buyer") {
    await queueMessagePushes(services, tx);
    const facts = { requestCode: order.requestCode, side, number: number ?? 0, kind: "message" } as const;
    if (number !== null) await tx.execute(queueingDeliveries(services, [{ event: "message.received", facts, to: "bot" }]));
  } else {
    const [last] = await tx
      .select({ number: max(orderMessages.number) })
      .from(orderMessages)
      .where(eq(orderMessages.orderId, order.id));
    const facts = { number: String(last?.number ?? 0) };
    await writeToBuyer(services, tx, order, "order-message", { facts, delayMs: MESSAGE_EMAIL_DELAY_MS });
  }
}

/**
 * Notes that a side opened a conversation, or decided its claims, so that it is told of the next
 * message; `last` is the number of the last one that a buyer has seen. [S14.10] [S14.17]
 */
export async function noteOpened({ db }: { db: Pick<Tx, "update"> }, orderId: string, side: MessageSide, last = 0): Promise<void> {
  const { buyerSeen } = conversations;
  await db
    .update(conversations)
    .set(side === "buyer" ? { buyerToldAt: null, buyerSeen: sql`greatest(${buyerSeen}, ${last})` } : { shopToldAt: null })
    .where(eq(conversations.orderId, orderId));
}
