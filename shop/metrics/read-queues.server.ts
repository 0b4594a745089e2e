import { type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { MEASURED_MAX } from "./constants.ts";

/** What waits in the shop, each in a queue of its own. */
const queueNames = ["orders", "orders_paid", "emails", "deliveries", "jobs"] as const;

/** How many wait in a queue, and since when the oldest of them has; null if none does. */
type Queue = { name: (typeof queueNames)[number]; waiting: number; oldestAt: Date | null };

/**
 * Counts what waits, in one query: pending orders without money (`orders`) and with it
 * (`orders_paid`), emails, deliveries of subscriptions that are on, and due jobs that nobody has
 * taken. Each part reads at most `MEASURED_MAX` rows of an index.
 */
export async function readQueues({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<Queue[]> {
  const pending = (isWithout: boolean) =>
    sql`select created_at as since from orders where status = 'pending' and (paid_at is null and not has_payment_to_review) = ${isWithout} order by created_at, id`;
  const counted: Record<Queue["name"], SQL> = {
    orders: pending(true),
    orders_paid: pending(false),
    emails: sql`select created_at as since from emails where state = 'waiting'`,
    deliveries: sql`select d.created_at as since from subscriptions s join deliveries d on d.subscription_id = s.id where s.is_on and d.state = 'waiting'`,
    jobs: sql`select run_at as since from ${jobs.due}`,
  };
  const parts = queueNames.map(
    (name) =>
      sql`select ${name}::text as name, count(*)::integer as waiting, (extract(epoch from min(since)) * 1000)::float8 as "oldestAt" from (${counted[name]} limit ${MEASURED_MAX}) as counted`,
  );
  const { rows } = await db.execute<Omit<Queue, "oldestAt"> & { oldestAt: number | null }>(sql.join(parts, sql` union all `));
  return rows.map((row) => ({ ...row, oldestAt: row.oldestAt === null ? null : new Date(row.oldestAt) }));
}
