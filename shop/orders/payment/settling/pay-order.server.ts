import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { writeToBuyer } from "#shop/orders/decisions/email-buyer.server.ts";
import type { LockedOrder } from "#shop/orders/lock-order.server.ts";
import { claimGiven } from "#shop/orders/recalls/claim-given.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import type { ProvenSource } from "#shop/payments/payment.ts";
import { queueOrderDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import { approvedByMoneyOf } from "../order-payment.ts";
import { deliverFree, deliverReserved } from "./deliver-paid.server.ts";
import type { PaidFrom } from "./settle.ts";

/**
 * Writes that a locked order is paid, and delivers its IDs: those that it reserves, or free ones if
 * its money reopens it. An order that was delivered before is only marked as paid. The caller has
 * written the matched payment and, for free IDs, has locked enough of them. IDs of a recalled import
 * get their claims, unless a person confirmed to hand them over. [S10.5] [S10.8] [S15.11]
 */
export async function payOrder(
  services: QueueNeeds,
  tx: Tx,
  order: LockedOrder,
  { source, paidAt, from, recalledConfirmed = false }: { source: ProvenSource; paidAt: Date; from: PaidFrom; recalledConfirmed?: boolean },
): Promise<void> {
  const at = services.now();
  if (from === "delivered") {
    await tx
      .update(orders)
      .set({ paidAt: order.paidAt ?? paidAt })
      .where(eq(orders.id, order.id));
    return;
  }
  const approved = { status: "approved", processedAt: at, approvedBy: approvedByMoneyOf(source), paidAt } as const;
  await tx
    .update(orders)
    .set(from === "stock" ? { ...approved, reopenedAt: at } : approved)
    .where(eq(orders.id, order.id));
  await writeToBuyer(services, tx, order, "order-approved");
  await queueOrderDeliveries(services, tx, order, "approved");
  if (from === "stock") await deliverFree(tx, order, at);
  else {
    await deliverReserved(tx, order, at);
    if (!recalledConfirmed) await claimGiven(services, tx, order.id);
  }
}
