import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { lockOrder } from "#shop/orders/lock-order.server.ts";
import { hasMatchedPayment } from "#shop/orders/payment/settling/has-matched-payment.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import type { PaymentForm } from "../decision-forms.ts";

/**
 * Records that an order was paid now, or that it was not paid after all. Its status does not
 * change, and setting the same state again does nothing. Refuses to deny money that came
 * (`orderPaidByMoney`). For admins.
 */
export async function markPaid(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  requestCode: string,
  { state }: PaymentForm,
): Promise<Result<null, "rightMissing" | "orderNotFound" | "orderPaidByMoney">> {
  if (!may(visitor, "decide-orders")) return rightMissing("decide-orders");

  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order) return refused("orderNotFound");
    const isPaid = state === "paid";
    if (isPaid === (order.paidAt !== null)) return ok(null);
    if (!isPaid && (await hasMatchedPayment(tx, order.id))) return refused("orderPaidByMoney");

    const at = services.now();
    await tx
      .update(orders)
      .set({ paidAt: isPaid ? at : null })
      .where(eq(orders.id, order.id));
    const subject = { kind: "order", id: order.id, name: requestCode } as const;
    await recordAction(tx, visitor, { action: isPaid ? "order-paid" : "order-unpaid", subject }, at);
    await announceOrder(tx, requestCode);
    return ok(null);
  });
}
