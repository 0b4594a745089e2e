import { lt, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { EMAIL_CLAIM_MS, EMAIL_RETRIES, EMAIL_STORED_MS } from "../constants.ts";
import { emailKey, sendingOf } from "../queue-email.server.ts";
import { emails } from "../tables.server.ts";

/**
 * Re-queues waiting emails without a job, for when they are due: those of a restored or imported
 * database. Emails whose next attempt is further ahead than the longest retry delay are due now,
 * because the clock was set back. Returns how many.
 */
export async function requeueEmails({ db, jobs, now, mail }: Pick<Services, "db" | "jobs" | "now" | "mail">): Promise<number> {
  if (!mail.isOn) return 0;
  const at = now();
  const setBack = await db.execute<Queued>(sql`with due as (
    update emails set next_attempt_at = ${at}::timestamptz
    where state = 'waiting' and next_attempt_at > ${at}::timestamptz + (${EMAIL_CLAIM_MS} + ${longestWait}) * interval '1 millisecond'
    returning id)
    select ${sendingOf(jobs, sql`due`)} as jobs`);
  const lost = sql`emails where state = 'waiting' and not ${jobs.isQueued(sql`${emailKey("")}::text || emails.id`)}`;
  const runAt = sql`now() + greatest(next_attempt_at - ${at}::timestamptz, interval '0')`;
  const alone = await db.execute<Queued>(sql`select ${sendingOf(jobs, lost, runAt)} as jobs`);
  return [alone, setBack].reduce((sum, { rows }) => sum + (rows[0]?.jobs ?? 0), 0);
}

type Queued = { jobs: number };

/**
 * The longest delay after this many attempts, in ms, matching `waitBeforeNextAttempt`; an email
 * that was never attempted does not wait.
 */
const longestWait = sql`coalesce((${`{${EMAIL_RETRIES.waitsMs}}`}::float8[])[least(attempts, ${EMAIL_RETRIES.waitsMs.length}::integer)], 0)`;

/** Removes emails older than `EMAIL_STORED_MS`. Returns how many. */
export async function removeOldEmails({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { rowCount } = await db.delete(emails).where(lt(emails.createdAt, new Date(now().getTime() - EMAIL_STORED_MS)));
  return rowCount ?? 0;
}
