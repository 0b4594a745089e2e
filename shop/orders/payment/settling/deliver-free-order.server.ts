import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { writeToBuyer } from "#shop/orders/decisions/email-buyer.server.ts";
import { lockOrder } from "#shop/orders/lock-order.server.ts";
import type { Placed } from "#shop/orders/order.ts";
import { claimGiven } from "#shop/orders/recalls/claim-given.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { queueOrderDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import { APPROVED_AS_FREE, isFree } from "../order-payment.ts";
import { deliverReserved } from "./deliver-paid.server.ts";
import { noteInstantDelivery, readInstantLimit } from "./read-instant-limit.server.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings">;

/**
 * Delivers a pending order of nothing at once, if its product is delivered so and the limits of
 * instant delivery allow it; otherwise it waits for an approval. Does nothing for an order that has
 * a price, and for one that is decided. [S10.1] [S10.6]
 */
export async function deliverFreeOrder(services: Needs, placed: Pick<Placed, "requestCode" | "totalPaise">): Promise<void> {
  if (!isFree(placed)) return;
  const settings = await readSettings(services);
  await inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, placed.requestCode);
    const at = services.now();
    if (order?.status !== "pending" || !isFree(order)) return;
    const instant = await readInstantLimit(services, tx, order, settings, []);
    if (instant.limit !== null) return;
    await tx.update(orders).set({ status: "approved", processedAt: at, approvedBy: APPROVED_AS_FREE }).where(eq(orders.id, order.id));
    await writeToBuyer(services, tx, order, "order-approved");
    await queueOrderDeliveries(services, tx, order, "approved");
    await deliverReserved(tx, order, at);
    await claimGiven(services, tx, order.id);
    await noteInstantDelivery(services, tx, order, instant);
    await announceOrder(tx, order.requestCode);
  });
}
