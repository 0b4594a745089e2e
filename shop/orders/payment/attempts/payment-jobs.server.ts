import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { paymentAttempts } from "#shop/payments/tables.server.ts";

/**
 * The job that opens an attempt at its provider, asks for its state, or closes it,
 * whichever is due.
 */
export const FOLLOW_PAYMENT = "follow-payment";

/** Queues the job of an attempt; a job of it that waits is replaced. */
export async function followPayment(
  { jobs }: Pick<Services, "jobs">,
  tx: Pick<Tx, "execute">,
  attemptId: string,
  delayMs = 0,
): Promise<void> {
  await jobs.add(tx, { task: FOLLOW_PAYMENT, payload: { attemptId }, key: `payment:${attemptId}`, delayMs });
}

/**
 * Queues the job that closes an order's page at its provider, in the transaction that ends the
 * order or in which it is paid. [S10.7]
 */
export async function closePaymentOf(services: Pick<Services, "jobs">, tx: Tx, orderId: string): Promise<void> {
  const open = await tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), inArray(paymentAttempts.state, ["opening", "open"])));
  for (const { id } of open) await followPayment(services, tx, id);
}
