import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { TIME_TO_PAY_ENDED } from "#shop/orders/constants.ts";
import { writeToBuyer } from "#shop/orders/decisions/email-buyer.server.ts";
import { releaseHeld } from "#shop/orders/decisions/release-held.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { queueOrderDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";

type Needs = Pick<Services, "db"> & QueueNeeds;

/** The most orders that one run of the chore cancels; the next run continues. */
const EXPIRED_AT_ONCE = 500;

/**
 * Cancels UPI orders whose buyers sent no UTR in time, and `Request First` orders whose buyers were
 * asked to pay and did not, oldest first. One whose money is under review waits for an admin
 * instead. Their IDs become free and their buyers get an email. Each order has its own transaction,
 * so two processes share the work. Returns how many were cancelled. [S10.12] [S10.17]
 */
export async function expireUnpaid(services: Needs): Promise<number> {
  let expired = 0;
  while (expired < EXPIRED_AT_ONCE && (await expireOldest(services))) expired += 1;
  return expired;
}

function expireOldest(services: Needs): Promise<boolean> {
  const at = services.now();
  const { id, requestCode, productId, productName, quantity, totalPaise, userId, email, holdUntil } = orders;
  return inTransaction(services.db, async (tx) => {
    const [order] = await tx
      .select({ id, requestCode, productId, productName, quantity, totalPaise, userId, email })
      .from(orders)
      .where(
        and(
          sql`${orders.status} = 'pending'`,
          isNotNull(holdUntil),
          lt(holdUntil, at),
          inArray(orders.paymentMethod, ["upi", "request"]),
          isNull(orders.paidAt),
          sql`not ${orders.hasPaymentToReview}`,
          isNull(orders.utr),
          // Where a provider's page is or was open, `endHolds` closes it first. [S10.7]
          sql`(${orders.paymentMethod} = 'upi' or not exists (select from payment_attempts a where a.order_id = ${id}))`,
        ),
      )
      .orderBy(asc(holdUntil), asc(id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!order) return false;

    await tx.update(orders).set({ status: "cancelled", cancelledAt: at, expiredAfterHours: TIME_TO_PAY_ENDED }).where(eq(id, order.id));
    await queueOrderDeliveries(services, tx, order, "cancelled");
    await writeToBuyer(services, tx, order, "order-lapsed");
    await announceOrder(tx, order.requestCode);
    await releaseHeld(tx, order);
    return true;
  });
}
