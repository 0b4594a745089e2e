import { asc, isNull } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { HOUR_MS, MINUTE_MS } from "#shop/constants.ts";
import type { ProviderName } from "#shop/payments/payment.ts";
import { disputes } from "#shop/payments/tables.server.ts";

/** The job that asks a provider how a dispute stands. */
export const FOLLOW_DISPUTE = "follow-dispute";

/** How many disputes one run of the chore queues; the next run continues. */
const QUEUED_AT_ONCE = 500;

/** When a provider that did not answer is asked again: twice as long after each attempt. */
const DISPUTE_ASKED_AGAIN_MS = { min: MINUTE_MS, max: 6 * HOUR_MS };
/** After as many attempts, about 3 days, an unknown dispute is given up. */
const ATTEMPTS_MAX = 20;

/** A dispute by the provider's id of it. */
export type AskedDispute = { provider: ProviderName; disputeId: string };

/** Queues the job of a dispute; a job of it that waits is replaced. [S10.18] */
export async function followDispute(
  { jobs }: Pick<Services, "jobs">,
  tx: Pick<Tx, "execute">,
  { provider, disputeId }: AskedDispute,
  attempt = 0,
): Promise<void> {
  if (attempt > ATTEMPTS_MAX) return;
  const delayMs = attempt === 0 ? 0 : Math.min(DISPUTE_ASKED_AGAIN_MS.min * 2 ** (attempt - 1), DISPUTE_ASKED_AGAIN_MS.max);
  const payload = { provider, disputeId, attempt: String(attempt) };
  await jobs.add(tx, { task: FOLLOW_DISPUTE, payload, key: `dispute:${provider}:${disputeId}`, delayMs });
}

/**
 * Queues the disputes that are not over, those first that were asked about longest ago, in case
 * their events went lost. Returns how many. [S10.18]
 */
export async function followOpenDisputes({ jobs, db }: Pick<Services, "db" | "jobs">): Promise<number> {
  const open = await db
    .select({ provider: disputes.provider, disputeId: disputes.providerId })
    .from(disputes)
    .where(isNull(disputes.closedAt))
    .orderBy(asc(disputes.checkedAt), asc(disputes.id))
    .limit(QUEUED_AT_ONCE);
  for (const dispute of open) await followDispute({ jobs }, db, dispute);
  return open.length;
}
