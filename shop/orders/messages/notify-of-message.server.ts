import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { queueMessagePushes } from "#shop/push/queue-pushes.server.ts";
import { queueingDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import { MESSAGE_EMAIL_DELAY_MS, MESSAGE_EMAIL_EVERY_MS } from "../constants.ts";
import { writeToBuyer } from "../decisions/email-buyer.server.ts";
import { conversations, type OrderRow, orderMessages } from "../tables.server.ts";
import type { MessageSide } from "./conversation.ts";

/**
 * Tells the other side of a new message in the caller's transaction: the buyer by an email after
 * `MESSAGE_EMAIL_DELAY_MS`, unless the order's page was opened by then, the next only once it was
 * opened or after `MESSAGE_EMAIL_EVERY_MS`; the persons who answer by push and in chats, once until one
 * of them opened the conversation; `number` is that of what the buyer wrote, without which chats hear
 * nothing. No notice has the message's words. [S14.10]
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
    await writeToBuyer(services, tx, order, "order-message", { delayMs: MESSAGE_EMAIL_DELAY_MS });
  }
}

/** What a buyer saw: the number of the last message, and of which notice the page knew. */
type Seen = { last: number; toldAt: Date | null };

/**
 * Notes that a buyer opened a conversation, so that the next message is told, and the email of what was
 * seen is not sent. A message or notice that came while the page was made is still to be seen. [S14.10]
 */
export async function noteSeen({ db }: { db: Pick<Tx, "update"> }, order: string, { last, toldAt }: Seen): Promise<void> {
  const { buyerSeen, buyerToldAt, orderId } = conversations;
  const isAll = sql`${buyerToldAt} is not distinct from ${toldAt} and not exists (
    select from ${orderMessages} later where later.order_id = ${orderId} and later.number > ${last})`;
  await db
    .update(conversations)
    .set({
      buyerToldAt: sql`case when ${isAll} then null else ${buyerToldAt} end`,
      buyerSeen: sql`greatest(${buyerSeen}, ${last})`,
    })
    .where(eq(orderId, order));
}

/** Notes that the shop opened a conversation, or decided its claims, so that it is told of the next message. [S14.10] [S14.17] */
export async function noteOpened({ db }: { db: Pick<Tx, "update"> }, orderId: string): Promise<void> {
  await db.update(conversations).set({ shopToldAt: null }).where(eq(conversations.orderId, orderId));
}
