import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import { type QueueNeeds, queueEmail } from "#shop/emails/queue-email.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { writeToBuyer } from "#shop/orders/decisions/email-buyer.server.ts";
import type { LockedOrder } from "#shop/orders/lock-order.server.ts";
import type { InstantLimit, PaymentProblem, PaymentState } from "#shop/payments/payment.ts";
import type { PaymentFacts } from "#shop/webhooks/delivery.ts";
import { queueingDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import type { Money } from "./settle.ts";

/** The topic that is announced when money came in, went back or was decided about. */
const PAYMENTS_TOPIC = "payments";

type Came = Pick<Money, "source" | "paise" | "currency"> & {
  state: PaymentState;
  problem: PaymentProblem | null;
  heldBack: InstantLimit | null;
};

/**
 * Tells of money that came in: programs and chats, the owner if somebody has to look at it, and the
 * buyer unless the delivery itself does. Nothing names the payer. [S10.2] [S10.6] [S10.8]
 */
export async function notifyOfPayment(services: QueueNeeds, tx: Tx, order: LockedOrder | null, came: Came): Promise<void> {
  const { source, paise, currency, state, problem, heldBack } = came;
  const requestCode = order?.requestCode ?? null;
  const facts: PaymentFacts = { requestCode, source, paise, currency, state, problem };
  const isToBeLookedAt = state !== "matched" || heldBack !== null;
  await tx.execute(queueingDeliveries(services, [{ event: isToBeLookedAt ? "payment.review" : "payment.received", facts }]));
  if (isToBeLookedAt) await queueEmail(services, tx, { kind: "payment-review", to: "owner", ...(order ? { orderId: order.id } : {}) });
  if (order && heldBack) await writeToBuyer(services, tx, order, "order-paid");
  if (order && state === "refund due") await writeToBuyer(services, tx, order, "order-refund-due");
  await announcePayment(tx, requestCode);
}

/** Announces a payment, and its order if it has one. It carries no data. [S4.7] */
export async function announcePayment(tx: Tx, requestCode: string | null): Promise<void> {
  await announce(tx, PAYMENTS_TOPIC);
  if (requestCode !== null) await announceOrder(tx, requestCode);
}
