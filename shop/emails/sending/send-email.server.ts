import type { KeyedText } from "#messages/keyed-text.ts";
import type { Delivery, WorkingMail } from "#platform/mail/mail.ts";
import type { Services } from "#platform/provides.ts";
import { countAttempts } from "#platform/rate-limit/rate-limit.server.ts";
import { textOf } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { inEnglish, storeKey } from "#shop/stored-text.ts";
import { PLACED_EMAILS_OF_ADDRESS_MAX, PLACED_EMAILS_WINDOW_MS } from "../constants.ts";
import { claimEmail, type EmailRow } from "./claim-email.server.ts";
import { composeEmail } from "./compose-email.server.ts";
import { waitBeforeNextAttempt } from "./next-attempt.ts";
import { recordProblem, recordSent } from "./record-outcome.server.ts";

type Needs = Pick<Services, "db" | "settings" | "waits" | "vault" | "log" | "now" | "mail" | "jobs">;

/**
 * Sends a waiting email that nobody else has claimed, and records the outcome. After a temporary
 * failure it is retried with growing delays; after a permanent failure or too many attempts it is
 * given up. `waitBefore` returns the delay after a number of attempts, or null to give up.
 */
export async function sendEmail(services: Needs, emailId: string, waitBefore = waitBeforeNextAttempt): Promise<void> {
  const { mail, log } = services;
  if (!mail.isOn) return;
  const email = await claimEmail(services, emailId);
  if (!email) return;

  const outcome = (await isOneTooMany(services, email)) ? givenUp(textOf("emailsToAddressMax")) : await deliver(services, mail, email);
  if (outcome.ok) return recordSent(services, email);
  const waitMs = outcome.isForGood ? null : waitBefore(email.attempts);
  log.warn("email not sent", {
    emailId,
    kind: email.kind,
    problem: inEnglish(outcome.problem),
    attempts: email.attempts,
    isGivenUp: waitMs === null,
  });
  await recordProblem(services, email, storeKey(outcome.problem), waitMs);
}

/**
 * Whether the address has already received its share of emails about placed orders, from all
 * processes together. Counted only at the first attempt, because a retry is the same email.
 */
async function isOneTooMany(services: Needs, { kind, recipient, attempts }: EmailRow): Promise<boolean> {
  const address = kind === "order-placed" && attempts === 1 && recipient ? services.vault.decrypt(recipient) : null;
  if (address === null) return false;
  const limit = {
    who: `letter about an order\n${address.toLowerCase()}`,
    most: PLACED_EMAILS_OF_ADDRESS_MAX,
    windowMs: PLACED_EMAILS_WINDOW_MS,
  };
  return (await countAttempts(services, [limit])) !== null;
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
