import type { KeyedText } from "#messages/keyed-text.ts";
import { countAttemptsOfAll, type RateLimitNeeds } from "#platform/rate-limit/rate-limit.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { mailboxOf } from "#shop/mailbox.ts";
import { textOf } from "#shop/refusal.ts";
import {
  PLACED_EMAILS_OF_MAILBOX_MAX,
  PLACED_EMAILS_WINDOW_MS,
  UNCONFIRMED_EMAILS_MAX,
  UNCONFIRMED_EMAILS_WINDOW_MS,
} from "../constants.ts";
import { unconfirmedKinds } from "../email.ts";
import type { EmailRow } from "../tables.server.ts";

/** Why an email is not sent now, and when it is tried again; null: never. */
export type NotNow = { problem: KeyedText; waitMs: number | null };

type Limit = { who: string; most: number; windowMs: number };

/**
 * Counts claimed emails for the limits, all at once and from all processes together. Returns for
 * each why it may not be sent now, or null. One is given up whose mailbox has already received its
 * share of emails about placed orders, or about orders whose time ended. One that a stranger caused
 * waits while all of these are too many.
 */
export async function countEmails(services: RateLimitNeeds, claimed: EmailRow[]): Promise<(NotNow | null)[]> {
  const toMailboxes = await countAttemptsOfAll(
    services,
    claimed.map((email) => limitOfMailbox(services, email)),
  );
  const unconfirmed = await countAttemptsOfAll(
    services,
    claimed.map((email, at) => (toMailboxes[at] ? [] : limitOfUnconfirmed(email))),
  );
  return claimed.map((_, at) => {
    if (toMailboxes[at]) return { problem: textOf("emailsToAddressMax"), waitMs: null };
    return unconfirmed[at] ? { problem: textOf("emailsOfHourMax"), waitMs: unconfirmed[at] } : null;
  });
}

/** Counted only at the first attempt, because a retry is the same email. */
function limitOfMailbox({ vault }: RateLimitNeeds, { id, kind, recipient, attempts }: EmailRow): Limit[] {
  const isCounted = (kind === "order-placed" || kind === "order-lapsed") && attempts === 1;
  if (!isCounted || !recipient) return [];
  const mailbox = mailboxOf(vault.decrypt(placeOf("emails.recipient", id), recipient));
  return [{ who: `email ${kind}\n${mailbox}`, most: PLACED_EMAILS_OF_MAILBOX_MAX, windowMs: PLACED_EMAILS_WINDOW_MS }];
}

/** Each attempt counts, because each reaches the mail server. */
function limitOfUnconfirmed({ kind }: EmailRow): Limit[] {
  const what = unconfirmedKinds.get(kind);
  return what ? [{ who: `unconfirmed ${what}`, most: UNCONFIRMED_EMAILS_MAX, windowMs: UNCONFIRMED_EMAILS_WINDOW_MS }] : [];
}
