import { lt, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { LETTER_CLAIM_MS, LETTER_KEPT_MS, LETTER_OVERDUE_MS, LETTER_RETRY_MAX_MS, LETTER_RETRY_MIN_MS } from "#shop/constants.ts";
import { sendingOfRow } from "./queue-letter.server.ts";
import { letters } from "./tables.server.ts";

/**
 * Queues again the letters whose time has long come: their job went with a process that was killed. So it does with those whose next try lies further ahead
 * than they ever wait, because the clock was set back: they are due now. Returns how many.
 */
export async function requeueOverdueLetters({ db, jobs, now }: Pick<Services, "db" | "jobs" | "now">): Promise<number> {
  const at = now();
  const overdue = sql`state = 'waiting' and next_try_at < ${new Date(at.getTime() - LETTER_OVERDUE_MS)}::timestamptz`;
  const { rowCount: late } = await db.execute(sql`select ${sendingOfRow(jobs)} from letters where ${overdue}`);
  const { rowCount: setBack } = await db.execute(sql`with due as (
    update letters set next_try_at = ${at}::timestamptz
    where state = 'waiting' and next_try_at > ${at}::timestamptz + (${LETTER_CLAIM_MS} + ${longestWait}) * interval '1 millisecond'
    returning id)
    select ${sendingOfRow(jobs)} from due`);
  return (late ?? 0) + (setBack ?? 0);
}

/** How long a letter waits at most after its tries, in ms, as `waitBeforeNextTry` has it; one that was never tried does not wait. */
const longestWait = sql`case tries when 0 then 0 else least(${LETTER_RETRY_MIN_MS}::float8 * 2 ^ (tries - 1), ${LETTER_RETRY_MAX_MS}) end`;

/** Removes letters that are older than `LETTER_KEPT_MS`. Returns how many. */
export async function removeOldLetters({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { rowCount } = await db.delete(letters).where(lt(letters.createdAt, new Date(now().getTime() - LETTER_KEPT_MS)));
  return rowCount ?? 0;
}
