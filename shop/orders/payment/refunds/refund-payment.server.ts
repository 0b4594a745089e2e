import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { lockOrder } from "../../lock-order.server.ts";
import { lockWithOrder } from "../lock-payment.server.ts";
import type { RefundForm } from "../money-forms.ts";
import { lockPaid } from "./lock-paid.server.ts";
import { refundLocked } from "./refund-locked.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/**
 * Gives a payment back, whole or in part. By its provider: the refund is written with its key, and
 * a job sends it. By hand: notes that the admin sent the money, and tells the buyer. Refuses as
 * `refundLocked` does. For persons with `handle-money`. [S10.10]
 */
export async function refundPayment(services: Needs, visitor: Visitor, paymentId: string, form: RefundForm): Promise<Result<null>> {
  if (!may(visitor, "handle-money")) return rightMissing("handle-money");

  return inTransaction(services.db, async (tx) => {
    const locked = await lockWithOrder(tx, paymentId);
    if (!locked) return refused("paymentNotFound");
    const refunded = await refundLocked(services, tx, visitor, locked, form);
    return refunded.ok ? ok(null) : refunded;
  });
}

/**
 * Gives back what was paid for an approved order, whole or in part, also if that was paid outside
 * the shop. Refuses an order that is not approved (`orderNotApproved`), one that nobody paid for
 * (`orderNotPaid`), and what `refundLocked` refuses. For persons with `handle-money`. [S15.6]
 */
export async function refundOrder(services: Needs, visitor: Visitor, requestCode: string, form: RefundForm): Promise<Result<null>> {
  if (!may(visitor, "handle-money")) return rightMissing("handle-money");

  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order) return refused("orderNotFound");
    if (order.status !== "approved") return refused("orderNotApproved");
    const paid = await lockPaid(services, tx, visitor, order);
    if (!paid.ok) return paid;
    const refunded = await refundLocked(services, tx, visitor, paid.value, form);
    return refunded.ok ? ok(null) : refunded;
  });
}
