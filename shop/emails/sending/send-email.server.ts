import { eq } from "drizzle-orm";
import type { KeyedText } from "#messages/keyed-text.ts";
import type { Delivery, WorkingMail } from "#platform/mail/mail.ts";
import type { Services } from "#platform/provides.ts";
import { claimDue, queueWaiting, recordAttempt } from "#shop/outbox/outbox.server.ts";
import { waitBeforeNextAttempt } from "#shop/outbox/retry-waits.ts";
import { textOf } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { inEnglish, storeKey } from "#shop/stored-text.ts";
import { EMAIL_RETRIES } from "../constants.ts";
import { emailOutbox } from "../queue-email.server.ts";
import { type EmailRow, emails } from "../tables.server.ts";
import { composeEmail } from "./compose-email.server.ts";
import { isOneTooManyToMailbox, waitOfUnconfirmed } from "./count-emails.server.ts";

type Needs = Pick<Services, "db" | "settings" | "waits" | "vault" | "log" | "now" | "mail" | "jobs">;

/**
 * Sends a waiting email that nobody else has claimed, and records the outcome. After a temporary
 * failure it is retried with growing delays; after a permanent failure or too many attempts it is
 * given up. `waitBefore` returns the delay after a number of attempts, or null to give up. One that
 * a stranger caused waits while all of these together are too many.
 */
export async function sendEmail(services: Needs, emailId: string, waitBefore = waitOfEmail): Promise<void> {
  const { mail, log } = services;
  if (!mail.isOn) return;
  const which = eq(emails.id, emailId);
  const email = await claimDue(services, emailOutbox, which);
  if (!email) return void (await queueWaiting(services, services.db, emailOutbox, which));

  const isOneTooMany = await isOneTooManyToMailbox(services, email);
  const laterMs = isOneTooMany ? null : await waitOfUnconfirmed(services, email);
  if (laterMs !== null) return recordProblem(services, email, textOf("emailsOfHourMax"), laterMs);
  const outcome = isOneTooMany ? givenUp(textOf("emailsToAddressMax")) : await deliver(services, mail, email);
  if (outcome.ok)
    return recordAttempt(services, emailOutbox, email, { isSent: true, waitMs: null }, { sentAt: services.now(), lastProblem: null });
  const waitMs = outcome.isForGood ? null : waitBefore(email.attempts);
  log.warn("email not sent", {
    emailId,
    kind: email.kind,
    problem: inEnglish(outcome.problem),
    attempts: email.attempts,
    isGivenUp: waitMs === null,
  });
  await recordProblem(services, email, outcome.problem, waitMs);
}

const waitOfEmail = (attempts: number) => waitBeforeNextAttempt(EMAIL_RETRIES, attempts);

function recordProblem(services: Needs, email: EmailRow, problem: KeyedText, waitMs: number | null): Promise<void> {
  return recordAttempt(services, emailOutbox, email, { isSent: false, waitMs }, { lastProblem: storeKey(problem) });
}

async function deliver(services: Needs, mail: WorkingMail, row: EmailRow): Promise<Delivery<KeyedText>> {
  const settings = await readSettings(services);
  const composed = await composeEmail(services, row, settings, mail.origin);
  if (!composed) return givenUp(textOf("emailSubjectGone"));
  const { email, to, replyTo, isNeeded, unsubscribeLink = null } = composed;
  if (!isNeeded) return givenUp(textOf("emailTooLate"));
  if (to.length === 0) return givenUp(textOf("emailToNobody"));
  return mail.send({ id: row.id, to, replyTo, unsubscribeLink, ...email });
}

function givenUp(problem: KeyedText): Delivery<KeyedText> {
  return { ok: false, isForGood: true, problem };
}
