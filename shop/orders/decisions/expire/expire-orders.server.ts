import { and, asc, eq, isNull, lt, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { HOUR_MS } from "#shop/constants.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { queueOrderDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import { writeToBuyer } from "../email-buyer.server.ts";
import { releaseHeld } from "../release-held.server.ts";

type Needs = Pick<Services, "db" | "settings"> & QueueNeeds;

/** The most orders that one run of the chore cancels; the next run continues. */
const EXPIRED_AT_ONCE = 500;

/**
 * Cancels guests' `Request First` orders that were neither approved nor paid within the hours that
 * the owner set, oldest first. Their IDs become free and their buyers get an email. Imported orders
 * do not expire. Each order has its own transaction, so two processes share the work. Returns how
 * many were cancelled. [S4.1] [S4.3]
 */
export async function expireOrders(services: Needs): Promise<number> {
  const { guestOrderHours } = await readSettings(services);
  if (guestOrderHours === 0) return 0;
  let expired = 0;
  while (expired < EXPIRED_AT_ONCE && (await expireOldest(services, guestOrderHours))) expired += 1;
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

async function expireOldest(services: Needs, hours: number): Promise<boolean> {
  const at = services.now();
  const { id, requestCode, productId, productName, quantity, totalPaise, userId, email, createdAt } = orders;
  return inTransaction(services.db, async (tx) => {
    const [order] = await tx
      .select({ id, requestCode, productId, productName, quantity, totalPaise, userId, email })
      .from(orders)
      .where(and(mayExpire, lt(createdAt, new Date(at.getTime() - hours * HOUR_MS))))
      .orderBy(asc(createdAt), asc(id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!order) return false;

    await releaseHeld(tx, order);
    await tx.update(orders).set({ status: "cancelled", cancelledAt: at, expiredAfterHours: hours }).where(eq(id, order.id));
    await writeToBuyer(services, tx, order, "order-lapsed");
    await queueOrderDeliveries(services, tx, order, "cancelled");
    await announceOrder(tx, order.requestCode);
    return true;
  });
}
