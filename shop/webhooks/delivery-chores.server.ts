import { lt, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { DELIVERY_STORED_MS } from "./constants.ts";
import { deliveryKey, queueingJobs } from "./queue-deliveries.server.ts";
import { deliveries } from "./tables.server.ts";

/** Removes deliveries older than `DELIVERY_STORED_MS`. Returns how many. */
export async function removeOldDeliveries({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { rowCount } = await db.delete(deliveries).where(lt(deliveries.createdAt, new Date(now().getTime() - DELIVERY_STORED_MS)));
  return rowCount ?? 0;
}

/**
 * Queues jobs for waiting deliveries that have none: those of a restored database or an earlier
 * version, or of a subscription that was switched on directly in the database. Returns how many.
 */
export async function requeueDeliveries(services: Pick<Services, "db" | "jobs" | "now">): Promise<number> {
  const lost = sql`exists (select from subscriptions s where s.id = subscription_id and s.is_on)
    and not ${services.jobs.isQueued(sql`${deliveryKey("")}::text || deliveries.id`)}`;
  const { rows } = await services.db.execute<{ jobs: number }>(sql`select ${waitingDeliveries(services, lost)} as jobs`);
  return rows[0]?.jobs ?? 0;
}

/**
 * A SQL expression that queues a job for each waiting delivery that matches `which`, for when it is
 * due.
 */
export function waitingDeliveries({ jobs, now }: Pick<Services, "jobs" | "now">, which: SQL): SQL {
  const runAt = sql`now() + greatest(next_attempt_at - ${now()}::timestamptz, interval '0')`;
  return queueingJobs(jobs, sql`deliveries where state = 'waiting' and ${which}`, runAt);
}
