import { eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Paise } from "#shop/money.ts";
import { payments, refunds } from "#shop/payments/tables.server.ts";

/** A locked payment with its order's id, and what of it is not refunded or being refunded. */
export type LockedPayment = Omit<typeof payments.$inferSelect, "payer"> & { leftPaise: Paise; refundedPaise: Paise };

/**
 * Locks a payment until the transaction ends; null if there is none. A transaction that locks its
 * order too locks the order first.
 */
export async function lockPayment(tx: Tx, id: string): Promise<LockedPayment | null> {
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
