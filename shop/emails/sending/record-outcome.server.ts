import { setTimeout as wait } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { isUnreachable, type Services } from "#platform/provides.ts";
import { EMAIL_CLAIM_MS } from "../constants.ts";
import { emails } from "../tables.server.ts";
import { type EmailRow, scheduleAttempt } from "./claim-email.server.ts";

type Needs = Pick<Services, "db" | "now" | "jobs">;

const AGAIN_MS = 1_000;

/**
 * Records that an email was sent. If the database is down, retries until the claim expires: unless
 * it is recorded, the email would be sent again.
 */
export async function recordSent({ db, now }: Needs, email: EmailRow): Promise<void> {
  const sentAt = now();
  for (let waited = 0; ; waited += AGAIN_MS) {
    try {
      await db.update(emails).set({ state: "sent", sentAt, nextAttemptAt: null, lastProblem: null }).where(stillMine(email));
      return;
    } catch (error) {
      if (!isUnreachable(error) || waited >= EMAIL_CLAIM_MS) throw error;
      await wait(AGAIN_MS);
    }
  }
}

/**
 * Records why an email was not sent and queues the next attempt, or gives it up if `waitMs` is
 * null.
 */
export async function recordProblem(services: Needs, email: EmailRow, problem: string, waitMs: number | null): Promise<void> {
  const { db, now } = services;
  const nextAttemptAt = waitMs === null ? null : new Date(now().getTime() + waitMs);
  await inTransaction(db, async (tx) => {
    const state = nextAttemptAt ? "waiting" : "failed";
    const [recorded] = await tx
      .update(emails)
      .set({ state, nextAttemptAt, lastProblem: problem })
      .where(stillMine(email))
      .returning({ id: emails.id });
    if (recorded && nextAttemptAt) await scheduleAttempt(services, tx, email.id, nextAttemptAt);
  });
}

/** Whether this process still holds the claim: a later claim has increased `attempts`. */
function stillMine({ id, attempts }: EmailRow) {
  return and(eq(emails.id, id), eq(emails.state, "waiting"), eq(emails.attempts, attempts));
}
