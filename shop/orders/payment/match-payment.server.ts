import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { type Paise, priceText } from "#shop/money.ts";
import { RUPEES } from "#shop/payments/payment.ts";
import { payments } from "#shop/payments/tables.server.ts";
import { about, ok, type Result, refused, together } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { announceOrder } from "../announce-order.server.ts";
import { type LockedOrder, lockOrder } from "../lock-order.server.ts";
import { countRecalledIn } from "../recalls/recalled.server.ts";
import { orders } from "../tables.server.ts";
import { closePaymentOf } from "./attempts/payment-jobs.server.ts";
import { hasPaidLine } from "./find-paid-line.server.ts";
import { lockWithOrder } from "./lock-payment.server.ts";
import type { MatchForm } from "./money-forms.ts";
import { lockEnough } from "./settling/deliver-paid.server.ts";
import { hasMatchedPayment, isPaidFor } from "./settling/has-matched-payment.server.ts";
import { announcePayment } from "./settling/notify-of-payment.server.ts";
import { payOrder } from "./settling/pay-order.server.ts";
import { type PaidFrom, payableOf } from "./settling/settle.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/**
 * Says that a payment pays for an order, whatever its amount, and delivers the order: with its
 * reserved IDs, or with free ones if it was cancelled. No limit holds it back, because an admin
 * looked. Refuses a payment that pays for an order or was refunded (`paymentDecided`), an order
 * that is paid (`orderPaidAlready`), also a delivered one whose money went back, because its invoice
 * was credited, or rejected (`orderNotPending`), and a cancelled one for which
 * too few IDs are free (`noFreeIdLeft`), a payment that may be the money of a line that has paid
 * (`lineHasPaid`), IDs of a recalled import until that is confirmed (`recalledIdsConfirm`), and a
 * short payment until `rest` says whether what is missing is a discount (`restUndecided`); then the
 * invoice says so. For admins. [S10.8] [S10.9] [S10.15] [S15.11]
 */
export async function matchPayment(
  services: Needs,
  visitor: Visitor,
  paymentId: string,
  { requestCode, isOtherMoney, recalledConfirmed, rest }: MatchForm,
): Promise<Result<null>> {
  if (!may(visitor, "handle-money")) return rightMissing("handle-money");

  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    const locked = await lockWithOrder(tx, paymentId);
    if (!locked) return refused("paymentNotFound");
    const { payment, order: earlier } = locked;
    if (!order) return about(refused("orderNotFound"), "requestCode");
    const isDecided = payment.state === "matched" || payment.state === "refunded" || payment.leftPaise === 0;
    if (isDecided || payment.source === "by_hand") return refused("paymentDecided");
    const isPaid = order.status === "approved" ? isPaidFor : hasMatchedPayment;
    if (await isPaid(tx, order.id)) return about(refused("orderPaidAlready"), "requestCode");
    const from = sourceFor(order);
    if (from === null) return about(refused("orderNotPending", { status: order.status }), "requestCode");
    if (from === "stock" && !(await lockEnough(tx, order))) return refused("noFreeIdLeft");

    const at = services.now();
    const { id, source, reference, paidAt, paise } = payment;
    const isLikeLine = source === "upi" && (await hasPaidLine(tx, { utr: reference, paise, paidAt, paymentId: id }));
    const missingPaise = missingOf(order, payment);
    const recalled = from === "reserved" && !recalledConfirmed ? await countRecalledIn(tx, order.id) : 0;
    const undecided = together(
      isLikeLine && !isOtherMoney ? about(refused("lineHasPaid"), "isOtherMoney") : null,
      recalled > 0 ? about(refused("recalledIdsConfirm", { n: recalled }), "recalledConfirmed") : null,
      missingPaise > 0 && !rest ? about(refused("restUndecided", { missing: priceText(missingPaise) }), "rest") : null,
    );
    if (undecided) return undecided;
    await signTransaction(tx, visitor);
    const decided = { orderId: order.id, state: "matched", problem: null, reason: null, decidedBy: visitor.userId, decidedAt: at } as const;
    await tx
      .update(payments)
      .set({ ...decided, isBesideLine: isLikeLine })
      .where(eq(payments.id, id));
    if (missingPaise > 0 && rest === "discount")
      await tx.update(orders).set({ payablePaise: payment.leftPaise }).where(eq(orders.id, order.id));
    await closePaymentOf(services, tx, order.id);
    await payOrder(services, tx, order, { source, paidAt, from, recalledConfirmed: recalledConfirmed ?? false });
    const subject = { kind: "payment", id, name: reference } as const;
    await recordAction(tx, visitor, { action: "payment-matched", subject, facts: { order: requestCode } }, at);
    await announcePayment(tx, requestCode);
    if (earlier && earlier.id !== order.id) await announceOrder(tx, earlier.requestCode);
    return ok(null);
  });
}

/**
 * What is missing of an order's price where a payment in rupees is short. An invoice that was
 * issued stays as it is, so nothing is asked for an order that was delivered.
 */
function missingOf(order: LockedOrder, { currency, leftPaise }: { currency: string; leftPaise: Paise }): Paise {
  const isOpen = order.status !== "approved" && currency === RUPEES;
  return isOpen ? Math.max(0, payableOf(order) - leftPaise) : 0;
}

/** Where the IDs come from; null for a rejected order, which stays rejected. [S4.1] */
function sourceFor({ status }: LockedOrder): PaidFrom | null {
  const froms = { pending: "reserved", approved: "delivered", cancelled: "stock", rejected: null } as const;
  return froms[status];
}
