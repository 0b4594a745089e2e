import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { HOUR_MS } from "#shop/constants.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { writeToBuyer } from "#shop/orders/decisions/email-buyer.server.ts";
import { lockPending } from "#shop/orders/lock-order.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { canPayWhenAsked } from "../order-payment.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings">;

/**
 * Asks the buyer of a pending `Request First` order to pay before the delivery, on its page and by
 * email. Its time to expire pauses for the hours that the owner set; then it is cancelled as
 * expired. Asking again does nothing. Refuses another order (`noPaymentToAskFor`), and asking while
 * no method is on by which one can pay (`noMethodToPayBy`). For admins. [S10.17]
 */
export async function askForPayment(
  services: Needs,
  actor: Actor,
  requestCode: string,
): Promise<Result<null, "rightMissing" | "orderNotFound" | "orderNotPending" | "noPaymentToAskFor" | "noMethodToPayBy">> {
  if (!may(actor, "handle-money")) return rightMissing("handle-money");
  const settings = await readSettings(services);
  const { paymentAskedHours } = settings;
  if (!canPayWhenAsked(settings)) return refused("noMethodToPayBy");

  return inTransaction(services.db, async (tx) => {
    const locked = await lockPending(tx, requestCode, "cancelled");
    if (!locked.ok) return locked;
    const order = locked.value;
    if (order.paymentMethod !== "request" || order.paidAt !== null || order.totalPaise === 0) return refused("noPaymentToAskFor");
    if (order.paymentAskedAt !== null) return ok(null);

    const at = services.now();
    const holdUntil = paymentAskedHours === 0 ? null : new Date(at.getTime() + paymentAskedHours * HOUR_MS);
    await tx.update(orders).set({ paymentAskedAt: at, holdUntil }).where(eq(orders.id, order.id));
    const subject = { kind: "order", id: order.id, name: requestCode } as const;
    await recordAction(tx, actor, { action: "payment-asked", subject }, at);
    await writeToBuyer(services, tx, order, "order-payment-asked");
    await announceOrder(tx, requestCode);
    return ok(null);
  });
}
