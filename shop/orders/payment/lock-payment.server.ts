import { eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Paise } from "#shop/money.ts";
import { payments, refunds } from "#shop/payments/tables.server.ts";
import { type LockedOrder, lockOrderById } from "../lock-order.server.ts";

/** A locked payment with its order's id, and what of it is not refunded or being refunded. */
type LockedPayment = Omit<typeof payments.$inferSelect, "payer"> & { leftPaise: Paise; refundedPaise: Paise };

/** A locked payment and its locked order; the order is null if none is known. */
export type PaymentWithOrder = { payment: LockedPayment; order: LockedOrder | null };

/**
 * Locks a payment and its order until the transaction ends, the order first; null if there is no
 * such payment. If an admin matches it to another order meanwhile, that one is locked too, and is
 * the one that is returned.
 */
export async function lockWithOrder(tx: Tx, paymentId: string): Promise<PaymentWithOrder | null> {
  const [seen] = await tx.select({ orderId: payments.orderId }).from(payments).where(eq(payments.id, paymentId));
  const order = seen?.orderId ? await lockOrderById(tx, seen.orderId) : null;
  const payment = await lockPayment(tx, paymentId);
  if (payment === null || payment.orderId === (order?.id ?? null)) return payment && { payment, order };
  return { payment, order: payment.orderId === null ? null : await lockOrderById(tx, payment.orderId) };
}

async function lockPayment(tx: Tx, id: string): Promise<LockedPayment | null> {
  const [found] = await tx.select().from(payments).where(eq(payments.id, id)).for("update");
  if (!found) return null;
  const [back] = await tx
    .select({
      asked: sql<number>`coalesce(sum(${refunds.paise}) filter (where ${refunds.state} <> 'failed'), 0)::float8`,
      done: sql<number>`coalesce(sum(${refunds.paise}) filter (where ${refunds.state} = 'done'), 0)::float8`,
    })
    .from(refunds)
    .where(eq(refunds.paymentId, id));
  const { payer: _payer, ...payment } = found;
  return { ...payment, leftPaise: payment.paise - (back?.asked ?? 0), refundedPaise: back?.done ?? 0 };
}
