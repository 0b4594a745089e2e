import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { priceText } from "#shop/money.ts";
import { payments, refunds } from "#shop/payments/tables.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { queueingDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import { writeToBuyer } from "../decisions/email-buyer.server.ts";
import { type LockedOrder, lockOrderById } from "../lock-order.server.ts";
import { announcePayment } from "../settling/notify-of-payment.server.ts";
import { type LockedPayment, lockPayment } from "./lock-payment.server.ts";
import type { RefundForm } from "./money-forms.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/**
 * Notes that money was given back by hand, whole or in part, and tells the buyer. Refuses more than
 * is left of the payment (`refundTooMuch`), a payment of which nothing is left (`paymentDecided`),
 * one whose order still waits for a decision (`paymentOfPendingOrder`), and a refund by a provider
 * that cannot be asked (`providerRefundsOff`). For admins. [S10.10]
 */
export async function refundPayment(services: Needs, visitor: Visitor, paymentId: string, form: RefundForm): Promise<Result<null>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  if (form.how === "provider") return about(refused("providerRefundsOff"), "how");

  return inTransaction(services.db, async (tx) => {
    const locked = await lockWithOrder(tx, paymentId);
    if (!locked) return refused("paymentNotFound");
    const { payment, order } = locked;
    if (payment.leftPaise === 0) return refused("paymentDecided");
    if (payment.state === "matched" && order?.status === "pending") return refused("paymentOfPendingOrder");
    const paise = form.amount ?? payment.leftPaise;
    if (paise > payment.leftPaise) return about(refused("refundTooMuch", { max: priceText(payment.leftPaise) }), "amount");

    const at = services.now();
    const id = randomUUID();
    const by = { adminId: visitor.userId, reason: form.reason ?? "", reference: form.reference };
    await tx
      .insert(refunds)
      .values({ id, paymentId, paise, how: "by hand", idempotencyKey: id, state: "done", createdAt: at, doneAt: at, ...by });
    const subject = { kind: "payment", id: paymentId, name: payment.reference } as const;
    const facts = { order: order?.requestCode ?? null, amount: priceText(paise) };
    await recordAction(tx, visitor, { action: "payment-refunded", subject, facts }, at);
    await noteRefunded(services, tx, payment, order, paise);
    return ok(null);
  });
}

/** Locks a payment and its order, the order first; the order is null if none is known. */
async function lockWithOrder(tx: Tx, paymentId: string): Promise<{ payment: LockedPayment; order: LockedOrder | null } | null> {
  const [seen] = await tx.select({ orderId: payments.orderId }).from(payments).where(eq(payments.id, paymentId));
  const order = seen?.orderId ? await lockOrderById(tx, seen.orderId) : null;
  const payment = await lockPayment(tx, paymentId);
  return payment && { payment, order };
}

/**
 * Writes and announces that `paise` of a locked payment went back: the payment is refunded once all
 * of it did. Its buyer, programs and chats are told. [S10.10]
 */
async function noteRefunded(services: Needs, tx: Tx, payment: LockedPayment, order: LockedOrder | null, paise: number): Promise<void> {
  const state = payment.refundedPaise + paise === payment.paise ? "refunded" : payment.state;
  if (state !== payment.state) await tx.update(payments).set({ state }).where(eq(payments.id, payment.id));
  const { source, currency, problem } = payment;
  const facts = { requestCode: order?.requestCode ?? null, source, paise, currency, state, problem };
  await tx.execute(queueingDeliveries(services, [{ event: "refund.done", facts }]));
  if (order) await writeToBuyer(services, tx, order, "order-refunded");
  await announcePayment(tx, order?.requestCode ?? null);
}
