import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { lockOrder } from "#shop/orders/lock-order.server.ts";
import { closePaymentOf } from "#shop/orders/payment/attempts/payment-jobs.server.ts";
import { oweRefund } from "#shop/orders/payment/settling/owe-refund.server.ts";
import { isBuyer, isBuyerOf } from "#shop/orders/reading/find-order.server.ts";
import { mayBecome } from "#shop/orders/status-change.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { queueOrderDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import { releaseHeld } from "../release-held.server.ts";

/**
 * Cancels a pending order and makes its IDs free at once. For its customer or a holder of its
 * private link; strangers and unknown codes get the same refusal (`orderNotForYou`). [S4.1] [S4.3]
 * [S6.2] [S6.6] [S6.7]
 */
export async function cancelOrder(
  services: Pick<Services, "db" | "now" | "jobs">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<null, "orderNotForYou" | "orderNotPending">> {
  if (!(await isBuyerOf(services, visitor, requestCode))) return refused("orderNotForYou");

  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
    const change = mayBecome(order.status, "cancelled");
    if (!change.ok) return change;

    await tx.update(orders).set({ status: "cancelled", cancelledAt: services.now() }).where(eq(orders.id, order.id));
    await oweRefund(tx, order.id, "cancelled");
    await closePaymentOf(services, tx, order.id);
    await queueOrderDeliveries(services, tx, order, "cancelled");
    await announceOrder(tx, requestCode);
    await releaseHeld(tx, order);
    return ok(null);
  });
}
