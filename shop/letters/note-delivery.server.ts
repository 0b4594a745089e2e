import { setTimeout as wait } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { isUnreachable, type Services } from "#platform/provides.ts";
import { LETTER_CLAIM_MS } from "#shop/constants.ts";
import { type LetterRow, tryAgainAt } from "./claim-letter.server.ts";
import { letters } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "now" | "jobs">;

const AGAIN_MS = 1_000;

/** Notes that a letter has left. A database that is away right now is waited for as long as nobody else gets the letter: else it would go out again. */
export async function noteSent({ db, now }: Needs, letter: LetterRow): Promise<void> {
  const sentAt = now();
  for (let waited = 0; ; waited += AGAIN_MS) {
    try {
      await db.update(letters).set({ state: "sent", sentAt, nextTryAt: null, lastProblem: null }).where(stillMine(letter));
      return;
    } catch (error) {
      if (!isUnreachable(error) || waited >= LETTER_CLAIM_MS) throw error;
      await wait(AGAIN_MS);
    }
  }
}

/** Notes why a letter has not left, and queues the next try; without one it is given up. */
export async function noteProblem(services: Needs, letter: LetterRow, problem: string, waitMs: number | null): Promise<void> {
  const { db, now } = services;
  const nextTryAt = waitMs === null ? null : new Date(now().getTime() + waitMs);
  await db.transaction(async (tx) => {
    const state = nextTryAt ? "waiting" : "failed";
    const [noted] = await tx
      .update(letters)
      .set({ state, nextTryAt, lastProblem: problem })
      .where(stillMine(letter))
      .returning({ id: letters.id });
    if (noted && nextTryAt) await tryAgainAt(services, tx, letter.id, nextTryAt);
  });
}

/** Whoever claimed it later has counted another try. */
function stillMine({ id, tries }: LetterRow) {
  return and(eq(letters.id, id), eq(letters.state, "waiting"), eq(letters.tries, tries));
}
