import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { payments } from "#shop/payments/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { lockWithOrder } from "./lock-payment.server.ts";
import type { IgnoringForm } from "./money-forms.ts";
import { announcePayment } from "./settling/notify-of-payment.server.ts";

/**
 * Leaves a payment as it is, with a reason: it pays for no order and does not go back. Refuses a
 * payment that was decided about, or all of which is on its way back (`paymentDecided`).
 * For admins. [S10.9]
 */
export async function ignorePayment(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  paymentId: string,
  { reason }: IgnoringForm,
): Promise<Result<null>> {
  if (!may(visitor, "handle-money")) return rightMissing("handle-money");

  return inTransaction(services.db, async (tx) => {
    const locked = await lockWithOrder(tx, paymentId);
    if (!locked) return refused("paymentNotFound");
    const { payment, order } = locked;
    const isOpen = payment.state === "review" || payment.state === "refund due";
    if (!isOpen || payment.leftPaise === 0) return refused("paymentDecided");
    const at = services.now();
    const decided = { state: "ignored", reason, decidedBy: visitor.userId, decidedAt: at } as const;
    await tx.update(payments).set(decided).where(eq(payments.id, paymentId));
    const subject = { kind: "payment", id: paymentId, name: payment.reference } as const;
    await recordAction(tx, visitor, { action: "payment-ignored", subject, facts: { reason } }, at);
    await announcePayment(tx, order?.requestCode ?? null);
    return ok(null);
  });
}
