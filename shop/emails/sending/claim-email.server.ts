import { and, eq, lte, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { EMAIL_CLAIM_MS } from "../constants.ts";
import { emailKey, SEND_EMAIL } from "../queue-email.server.ts";
import { emails } from "../tables.server.ts";

export type EmailRow = typeof emails.$inferSelect;

type Needs = Pick<Services, "db" | "now" | "jobs">;

/**
 * Claims an email for sending: no other job gets it for `EMAIL_CLAIM_MS`. Returns null if there is
 * nothing to send; if another process has claimed it or it is not due yet, queues another attempt
 * at that time.
 */
export async function claimEmail(services: Needs, emailId: string): Promise<EmailRow | null> {
  const { db, now } = services;
  const at = now();
  const [claimed] = await db
    .update(emails)
    .set({ attempts: sql`${emails.attempts} + 1`, nextAttemptAt: new Date(at.getTime() + EMAIL_CLAIM_MS) })
    .where(and(eq(emails.id, emailId), eq(emails.state, "waiting"), lte(emails.nextAttemptAt, at)))
    .returning();
  if (claimed) return claimed;

  const [later] = await db
    .select({ nextAttemptAt: emails.nextAttemptAt })
    .from(emails)
    .where(and(eq(emails.id, emailId), eq(emails.state, "waiting")));
  if (later?.nextAttemptAt) await scheduleAttempt(services, db, emailId, later.nextAttemptAt);
  return null;
}

/** Queues the sending of an email at a later time. */
export async function scheduleAttempt(
  { jobs, now }: Pick<Services, "jobs" | "now">,
  tx: Pick<Needs["db"], "execute">,
  emailId: string,
  at: Date,
): Promise<void> {
  const delayMs = Math.max(0, at.getTime() - now().getTime());
  await jobs.add(tx, { task: SEND_EMAIL, payload: { emailId }, key: emailKey(emailId), delayMs });
}
