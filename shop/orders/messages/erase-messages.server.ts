import { and, eq, inArray, isNull, lt, notExists, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import { MESSAGES } from "#shop/contact/send-message.server.ts";
import { claims } from "../claims/tables.server.ts";
import { conversations, orderMessages, orders } from "../tables.server.ts";

/**
 * Erases words and pictures of the messages about locked orders, or of one `side` alone; number,
 * side and time stay. The orders then wait for no answer. `sweepFiles` removes the pictures. [S14.16]
 */
export async function eraseMessages(tx: Tx, orderIds: string[], at: Date, side?: "buyer"): Promise<void> {
  await tx
    .update(orderMessages)
    .set({ text: null, pictureKey: null, erasedAt: at })
    .where(and(inArray(orderMessages.orderId, orderIds), isNull(orderMessages.erasedAt), side && eq(orderMessages.side, side)));
  await tx
    .update(conversations)
    .set({ waitsFor: null, waitsSince: null, question: null, answeredAt: null })
    .where(inArray(conversations.orderId, orderIds));
  await announce(tx, MESSAGES);
}

/** Erases the messages about those of the locked orders that still have old ones. [S14.16] */
export async function eraseOldMessages(tx: Tx, orderIds: string[], at: Date, before: Date): Promise<void> {
  // One may have been written, or a claim opened, before the orders were locked.
  const old = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, orderIds), hasOldMessages(tx, before)));
  if (old.length > 0)
    await eraseMessages(
      tx,
      old.map(({ id }) => id),
      at,
    );
}

/** Of an order: it is handled, its last message is from before and answered, one is not erased, and no claim is open, or would be again if its refund failed. [S14.16] */
export function hasOldMessages(tx: Pick<Tx, "select">, before: Date): SQL | undefined {
  const { orderId, erasedAt } = orderMessages;
  const { lastAt, waitsFor } = conversations;
  const isAnswered = sql`${waitsFor} is distinct from 'shop'`;
  return and(
    sql`${orders.status} <> 'pending'`,
    inArray(
      orders.id,
      tx
        .select({ id: conversations.orderId })
        .from(conversations)
        .where(and(lt(lastAt, before), isAnswered)),
    ),
    inArray(orders.id, tx.select({ id: orderId }).from(orderMessages).where(isNull(erasedAt))),
    notExists(
      tx
        .select({ id: claims.id })
        .from(claims)
        .where(and(eq(claims.orderId, orders.id), inArray(claims.state, ["open", "refunding"]))),
    ),
  );
}
