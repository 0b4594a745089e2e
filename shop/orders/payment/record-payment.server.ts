import { and, eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { RUPEES } from "#shop/payments/payment.ts";
import { payments } from "#shop/payments/tables.server.ts";
import { about, ok, type Result, refused, together } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { orders } from "../tables.server.ts";
import { hasPaidLine } from "./find-paid-line.server.ts";
import type { RecordedPaymentForm } from "./money-forms.ts";
import { type Settled, settle } from "./settling/settle.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs" | "settings">;

/**
 * Records a UPI payment that an admin saw, and settles it like money from any other source. Refuses
 * an unknown order (`orderNotFound`), a UTR that counted before (`paymentKnown`), and money that
 * a line of a statement may have brought already (`lineHasPaid`). For admins. [S10.2] [S10.12]
 */
export async function recordPayment(
  services: Needs,
  visitor: Visitor,
  { requestCode, utr, amount, isOtherMoney }: RecordedPaymentForm,
): Promise<Result<Settled & { paymentId: string }>> {
  if (!may(visitor, "handle-money")) return rightMissing("handle-money");

  return inTransaction(services.db, async (tx) => {
    const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.requestCode, requestCode));
    const at = services.now();
    const isLikeLine = await hasPaidLine(tx, { utr, paise: amount, paidAt: at, paymentId: null });
    const isKnown = (await tx.$count(payments, and(eq(payments.source, "upi"), eq(payments.reference, utr)))) > 0;
    const wrong = together(
      order ? null : about(refused("orderNotFound"), "requestCode"),
      isKnown ? about(refused("paymentKnown"), "utr") : null,
      isLikeLine && !isOtherMoney ? about(refused("lineHasPaid"), "isOtherMoney") : null,
    );
    if (wrong || !order) return wrong ?? refused("orderNotFound");
    await signTransaction(tx, visitor);
    const settled = await settle(services, tx, {
      source: "upi",
      reference: utr,
      paise: amount,
      currency: RUPEES,
      paidAt: at,
      payer: null,
      feePaise: null,
      orderId: order.id,
      attemptId: null,
    });
    const { paymentId } = settled;
    if (paymentId === null) return about(refused("paymentKnown"), "utr");
    if (isLikeLine) await tx.update(payments).set({ isBesideLine: true }).where(eq(payments.id, paymentId));

    const subject = { kind: "payment", id: paymentId, name: utr } as const;
    await recordAction(tx, visitor, { action: "payment-recorded", subject, facts: { order: requestCode, outcome: settled.outcome } }, at);
    return ok({ ...settled, paymentId });
  });
}
