import { asc, isNotNull, lte } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { refunds } from "#shop/payments/tables.server.ts";

/** The job that sends the refunds of a payment to its provider, and reads how they stand there. */
export const FOLLOW_REFUNDS = "follow-refunds";

/** How many payments one run of the chore queues; the next run continues. */
const QUEUED_AT_ONCE = 500;

/** When a provider is asked again about a refund: a quarter of its age later, between these. */
const REFUND_ASKED_AGAIN_MS = { min: 15_000, max: 6 * HOUR_MS };

/** Queues the job of a payment's refunds; a job of them that waits is replaced. [S10.10] */
export async function followRefunds(
  { jobs }: Pick<Services, "jobs">,
  tx: Pick<Tx, "execute">,
  paymentId: string,
  delayMs = 0,
): Promise<void> {
  await jobs.add(tx, { task: FOLLOW_REFUNDS, payload: { paymentId }, key: `refunds:${paymentId}`, delayMs });
}

/** How long after `now` the provider is asked again about a refund: banks take seconds, or days. */
export function refundAskedAgainMs(createdAt: Date, now: Date): number {
  const quarter = (now.getTime() - createdAt.getTime()) / 4;
  return Math.min(Math.max(quarter, REFUND_ASKED_AGAIN_MS.min), REFUND_ASKED_AGAIN_MS.max);
}

/**
 * Queues the refunds whose provider is to be asked by now. Returns how many payments they are of.
 */
export async function followDueRefunds({ jobs, db, now }: Pick<Services, "db" | "jobs" | "now">): Promise<number> {
  const due = await db
    .select({ paymentId: refunds.paymentId })
    .from(refunds)
    .where(lte(refunds.nextAttemptAt, now()))
    .orderBy(asc(refunds.nextAttemptAt), asc(refunds.id))
    .limit(QUEUED_AT_ONCE);
  return queueAll({ jobs, db }, due);
}

/**
 * Queues all refunds that are on their way, whenever they are due: at the start of the shop, and so
 * after a backup was restored. Returns how many payments they are of.
 */
export async function followOpenRefunds({ jobs, db }: Pick<Services, "db" | "jobs">): Promise<number> {
  const open = await db.select({ paymentId: refunds.paymentId }).from(refunds).where(isNotNull(refunds.nextAttemptAt));
  return queueAll({ jobs, db }, open);
}

async function queueAll({ jobs, db }: Pick<Services, "db" | "jobs">, rows: { paymentId: string }[]): Promise<number> {
  const ids = new Set(rows.map(({ paymentId }) => paymentId));
  for (const id of ids) await followRefunds({ jobs }, db, id);
  return ids.size;
}
