import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { type QueueNeeds, queueEmail } from "#shop/emails/queue-email.server.ts";
import { writeToBuyer } from "#shop/orders/decisions/email-buyer.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { payments } from "#shop/payments/tables.server.ts";
import { queueingDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import type { PaymentWithOrder } from "../lock-payment.server.ts";
import { isPaidFor } from "../settling/has-matched-payment.server.ts";
import { announcePayment } from "../settling/notify-of-payment.server.ts";

/**
 * Writes and announces that `paise` of a locked payment went back: the payment is refunded once all
 * of it did, and an order that waits for a decision is then unpaid. Its buyer, programs and chats
 * are told. The refund itself is written. [S10.10]
 */
export async function recordRefunded(services: QueueNeeds, tx: Tx, { payment, order }: PaymentWithOrder, paise: number): Promise<void> {
  const state = payment.refundedPaise + paise === payment.paise ? "refunded" : payment.state;
  if (state !== payment.state) await tx.update(payments).set({ state }).where(eq(payments.id, payment.id));
  if (state === "refunded" && payment.state === "matched" && order?.status === "pending")
    await tx.update(orders).set({ paidAt: null }).where(eq(orders.id, order.id));
  const { source, currency, problem } = payment;
  const facts = { requestCode: order?.requestCode ?? null, source, paise, currency, state, problem };
  await tx.execute(queueingDeliveries(services, [{ event: "refund.done", facts }]));
  if (order) await writeToBuyer(services, tx, order, "order-refunded");
  await announcePayment(tx, order?.requestCode ?? null);
}

/**
 * Tells the owner of a refund that its provider or a bank did not take. `wasDone`: the provider had
 * said that it was done, so its payment is not refunded any more. The refund itself is written.
 * [S10.10]
 */
export async function recordRefundFailed(
  services: QueueNeeds,
  tx: Tx,
  { payment, order }: PaymentWithOrder,
  { wasDone }: { wasDone: boolean },
): Promise<void> {
  if (wasDone && payment.state === "refunded") {
    await tx
      .update(payments)
      .set(await stateBefore(tx, { payment, order }))
      .where(eq(payments.id, payment.id));
  }
  await askOwnerToLook(services, tx, order);
}

/** Tells the owner, by an email, that something is wrong with a refund of a payment. [S10.10] */
export async function askOwnerToLook(services: QueueNeeds, tx: Tx, order: PaymentWithOrder["order"]): Promise<void> {
  await queueEmail(services, tx, { kind: "payment-review", to: "owner", ...(order ? { orderId: order.id } : {}) });
  await announcePayment(tx, order?.requestCode ?? null);
}

/** The state of a payment whose money came back to the shop. */
async function stateBefore(tx: Tx, { payment, order }: PaymentWithOrder): Promise<Partial<typeof payments.$inferInsert>> {
  if (payment.problem !== null) return { state: "refund due" };
  if (order?.status === "approved" && !(await isPaidFor(tx, order.id, payment.id))) return { state: "matched" };
  return { state: "review", problem: "unknown" };
}
