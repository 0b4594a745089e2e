import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { TIME_TO_PAY_ENDED } from "#shop/orders/constants.ts";
import { writeToBuyer } from "#shop/orders/decisions/email-buyer.server.ts";
import { releaseHeld } from "#shop/orders/decisions/release-held.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { findProviderOf } from "#shop/payments/methods/find-provider-of.server.ts";
import { providerNames } from "#shop/payments/payment.ts";
import { paymentAttempts } from "#shop/payments/tables.server.ts";
import { queueOrderDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import { HOLD_SILENT_MAX_MS, HOLD_SILENT_STEP_MS } from "./constants.ts";
import { type ClosedAttempt, closeAttempt } from "./follow-payment.server.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings" | "httpClient">;

/** The most holds that one run of the chore ends; the next run continues. */
const ENDED_AT_ONCE = 200;

/** A buyer who was asked to pay and began to, at a provider. [S10.17] */
const isAsked = and(
  eq(orders.paymentMethod, "request"),
  isNotNull(orders.paymentAskedAt),
  isNull(orders.utr),
  sql`exists (select from payment_attempts a where a.order_id = ${orders.id})`,
);

/**
 * Orders that wait for money. One whose money is under review waits for an admin instead. [S10.8]
 */
const isWaiting = and(
  eq(orders.status, "pending"),
  or(inArray(orders.paymentMethod, [...providerNames]), isAsked),
  isNull(orders.paidAt),
  sql`not ${orders.hasPaymentToReview}`,
);

/**
 * Ends the holds whose time is over: the attempt is closed at its provider first. Paid already: the
 * order is delivered. Closed: it is cancelled as expired, and its IDs are free. While the provider
 * does not answer, the hold is prolonged, 60 minutes after the order at most; for a buyer who was
 * asked to pay, after the last attempt. Returns how many orders were looked at. [S10.7] [S10.17]
 */
export async function endHolds(services: Needs): Promise<number> {
  const ended = await services.db
    .select({ id: orders.id, begunAt })
    .from(orders)
    .where(and(isWaiting, lt(orders.holdUntil, services.now())))
    .orderBy(asc(orders.holdUntil), asc(orders.id))
    .limit(ENDED_AT_ONCE);
  for (const order of ended) await endHold(services, order);
  return ended.length;
}

/**
 * When an order's payment began: with the order, or when its buyer, who was asked to pay, last
 * began to. The tables are named in the text, because Drizzle would leave them out.
 */
const begunAt = sql`case when orders.payment_method <> 'request' then orders.created_at
  else (select max(a.created_at) from payment_attempts a where a.order_id = orders.id) end`.mapWith(orders.createdAt);

async function endHold(services: Needs, { id, begunAt }: { id: string; begunAt: Date }): Promise<void> {
  const closed = await closeOpenAttempt(services, id);
  if (closed === "paid") return;
  const now = services.now();
  const lastMoment = begunAt.getTime() + HOLD_SILENT_MAX_MS;
  if (closed === "unsure" && now.getTime() < lastMoment) {
    const holdUntil = new Date(Math.min(now.getTime() + HOLD_SILENT_STEP_MS, lastMoment));
    await services.db
      .update(orders)
      .set({ holdUntil })
      .where(and(eq(orders.id, id), isWaiting));
    return;
  }
  await expire(services, id, now);
}

/**
 * Closes an order's attempt in one of these states at its provider; an order without one is closed
 * already.
 */
export async function closeOpenAttempt(
  services: Needs,
  orderId: string,
  states: ("opening" | "open")[] = ["opening", "open"],
): Promise<ClosedAttempt> {
  const [attempt] = await services.db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), inArray(paymentAttempts.state, states)));
  if (!attempt) return "closed";
  const provider = await findProviderOf(services, attempt);
  return provider ? closeAttempt(services, provider, attempt) : "unsure";
}

async function expire(services: Needs, orderId: string, now: Date): Promise<void> {
  const { id, requestCode, productId, productName, quantity, totalPaise, userId, email } = orders;
  await inTransaction(services.db, async (tx) => {
    const [order] = await tx
      .select({ id, requestCode, productId, productName, quantity, totalPaise, userId, email })
      .from(orders)
      .where(and(eq(id, orderId), isWaiting, lt(orders.holdUntil, now)))
      .for("update");
    if (!order) return;
    await tx.update(orders).set({ status: "cancelled", cancelledAt: now, expiredAfterHours: TIME_TO_PAY_ENDED }).where(eq(id, order.id));
    await queueOrderDeliveries(services, tx, order, "cancelled");
    await writeToBuyer(services, tx, order, "order-lapsed");
    await announceOrder(tx, order.requestCode);
    await releaseHeld(tx, order);
  });
}
