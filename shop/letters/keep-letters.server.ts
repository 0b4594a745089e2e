import { lt, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { LETTER_CLAIM_MS, LETTER_KEPT_MS } from "#shop/constants.ts";
import { sendingOfRow } from "./queue-letter.server.ts";
import { letters } from "./tables.server.ts";

/** Queues again the letters whose time has long come: their job went with a process that was killed. Returns how many. */
export async function requeueOverdueLetters({ db, jobs, now }: Pick<Services, "db" | "jobs" | "now">): Promise<number> {
  const overdue = sql`state = 'waiting' and next_try_at < ${new Date(now().getTime() - LETTER_CLAIM_MS)}::timestamptz`;
  const { rowCount } = await db.execute(sql`select ${sendingOfRow(jobs)} from letters where ${overdue}`);
  return rowCount ?? 0;
}

/** Removes letters that are older than `LETTER_KEPT_MS`. Returns how many. */
export async function removeOldLetters({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { rowCount } = await db.delete(letters).where(lt(letters.createdAt, new Date(now().getTime() - LETTER_KEPT_MS)));
  return rowCount ?? 0;
}
