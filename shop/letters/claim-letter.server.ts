import { and, eq, lte, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { LETTER_CLAIM_MS } from "#shop/constants.ts";
import { letterKey, SEND_LETTER } from "./queue-letter.server.ts";
import { letters } from "./tables.server.ts";

export type LetterRow = typeof letters.$inferSelect;

type Needs = Pick<Services, "db" | "now" | "jobs">;

/**
 * Takes a letter to send it now: nobody else gets it for `LETTER_CLAIM_MS`, however many jobs there are about it. Null when there is nothing to
 * send; one that somebody has, or whose time has not come, is looked at again then.
 */
export async function claimLetter(services: Needs, letterId: string): Promise<LetterRow | null> {
  const { db, now } = services;
  const at = now();
  const [claimed] = await db
    .update(letters)
    .set({ tries: sql`${letters.tries} + 1`, nextTryAt: new Date(at.getTime() + LETTER_CLAIM_MS) })
    .where(and(eq(letters.id, letterId), eq(letters.state, "waiting"), lte(letters.nextTryAt, at)))
    .returning();
  if (claimed) return claimed;

  const [later] = await db
    .select({ nextTryAt: letters.nextTryAt })
    .from(letters)
    .where(and(eq(letters.id, letterId), eq(letters.state, "waiting")));
  if (later?.nextTryAt) await tryAgainAt(services, db, letterId, later.nextTryAt);
  return null;
}

/** Step: queues the sending of a letter for a moment to come. */
export async function tryAgainAt(
  { jobs, now }: Pick<Services, "jobs" | "now">,
  tx: Pick<Needs["db"], "execute">,
  letterId: string,
  at: Date,
): Promise<void> {
  const delayMs = Math.max(0, at.getTime() - now().getTime());
  await jobs.add(tx, { task: SEND_LETTER, payload: { letterId }, key: letterKey(letterId), delayMs });
}
