import { and, asc, eq, isNull, lt, not, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { HOUR_MS } from "#shop/constants.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { closePaymentOf } from "#shop/orders/payment/attempts/payment-jobs.server.ts";
import { conversations, type OrderRow, orders } from "#shop/orders/tables.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { queueOrderDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import { writeToBuyer } from "../email-buyer.server.ts";
import { releaseHeld } from "../release-held.server.ts";

type Needs = Pick<Services, "db" | "settings"> & QueueNeeds;

/** The most orders that one run of the chore cancels; the next run continues. */
const EXPIRED_AT_ONCE = 500;

/**
 * Cancels guests' `Request First` orders that were neither approved nor paid within the hours that
 * the owner set, oldest first; the time in which they wait for their buyers does not count. Cancels
 * any order whose buyer did not answer a question within the hours set for that. [S14.5] Their IDs become free and their buyers get an email. Imported orders
 * do not expire. Each order has its own transaction, so two processes share the work. Returns how
 * many were cancelled. [S4.1] [S4.3]
 */
export async function expireOrders(services: Needs): Promise<number> {
  const { guestOrderHours, answerHours } = await readSettings(services);
  let expired = 0;
  const goOn = async (hours: number, expireOne: typeof expireOldest) => {
    while (hours > 0 && expired < EXPIRED_AT_ONCE && (await expireOne(services, hours))) expired += 1;
  };
  await goOn(guestOrderHours, expireOldest);
  await goOn(answerHours, expireUnanswered);
  return expired;
}

/**
 * The orders that can expire. A partial index covers these, and those whose money is under review.
 */
const mayExpire = and(
  sql`${orders.status} = 'pending'`,
  isNull(orders.userId),
  sql`${orders.paymentMethod} = 'request'`,
  isNull(orders.paidAt),
  sql`not ${orders.hasPaymentToReview}`,
  isNull(orders.paymentAskedAt),
  sql`not ${orders.isFromOldShop}`,
);

const { id, requestCode, productId, productName, quantity, totalPaise, userId, email, createdAt } = orders;
const expiring = { id, requestCode, productId, productName, quantity, totalPaise, userId, email };

async function expireOldest(services: Needs, hours: number): Promise<boolean> {
  const at = services.now();
  const before = new Date(at.getTime() - hours * HOUR_MS);
  return inTransaction(services.db, async (tx) => {
    const [order] = await tx
      .select(expiring)
      .from(orders)
      .where(and(mayExpire, lt(createdAt, before), not(stillWaited(before))))
      .orderBy(asc(createdAt), asc(id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!order) return false;
    // A question may have come, or been answered, while the lock was waited for.
    if ((await tx.$count(orders, and(eq(id, order.id), not(stillWaited(before))))) === 0) return true;
    await expire(services, tx, order, hours);
    return true;
  });
}

/** Whether an order placed before this time waits for its buyer, or did for so long that it is not over. */
const stillWaited = (before: Date) => sql`exists (select from ${conversations} where ${conversations.orderId} = ${id}
  and (${conversations.waitsFor} = 'buyer' or ${createdAt} + ${conversations.waitedMs} * interval '1 millisecond' >= ${before.toISOString()}::timestamptz))`;

/** The pending orders whose buyer has not answered since this time. */
const unanswered = (before: Date) =>
  and(
    sql`${orders.status} = 'pending'`,
    isNull(orders.paidAt),
    sql`not ${orders.hasPaymentToReview}`,
    sql`not ${orders.isFromOldShop}`,
    eq(conversations.waitsFor, "buyer"),
    lt(conversations.waitsSince, before),
  );

/** Cancels the order whose buyer was asked the longest ago. */
async function expireUnanswered(services: Needs, hours: number): Promise<boolean> {
  const before = new Date(services.now().getTime() - hours * HOUR_MS);
  return inTransaction(services.db, async (tx) => {
    const waiting = (onlyId?: string) =>
      tx
        .select(expiring)
        .from(orders)
        .innerJoin(conversations, eq(conversations.orderId, id))
        .where(and(unanswered(before), onlyId === undefined ? undefined : eq(id, onlyId)))
        .orderBy(asc(conversations.waitsSince), asc(id))
        .limit(1);
    const [order] = await waiting().for("update", { of: orders, skipLocked: true });
    if (!order) return false;
    // An answer may have come while the lock was waited for.
    if ((await waiting(order.id)).length === 0) return true;
    await expire(services, tx, order, hours);
    await closePaymentOf(services, tx, order.id);
    return true;
  });
}

type Expiring = Pick<OrderRow, keyof typeof expiring>;

async function expire(services: Needs, tx: Tx, order: Expiring, hours: number): Promise<void> {
  await releaseHeld(tx, order);
  await tx.update(orders).set({ status: "cancelled", cancelledAt: services.now(), expiredAfterHours: hours }).where(eq(id, order.id));
  await writeToBuyer(services, tx, order, "order-lapsed");
  await queueOrderDeliveries(services, tx, order, "cancelled");
  await announceOrder(tx, order.requestCode);
}
