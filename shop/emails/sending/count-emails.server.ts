import { countAttempts, type RateLimitNeeds } from "#platform/rate-limit/rate-limit.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { mailboxOf } from "#shop/mailbox.ts";
import {
  PLACED_EMAILS_OF_MAILBOX_MAX,
  PLACED_EMAILS_WINDOW_MS,
  UNCONFIRMED_EMAILS_MAX,
  UNCONFIRMED_EMAILS_WINDOW_MS,
} from "../constants.ts";
import { unconfirmedKinds } from "../email.ts";
import type { EmailRow } from "../tables.server.ts";

/**
 * Whether the mailbox has already received its share of emails about placed orders, or about orders
 * whose time ended, from all processes together. Counted only at the first attempt, because a retry
 * is the same email.
 */
export async function isOneTooManyToMailbox(services: RateLimitNeeds, { id, kind, recipient, attempts }: EmailRow): Promise<boolean> {
  const isCounted = (kind === "order-placed" || kind === "order-lapsed") && attempts === 1;
  const address = isCounted && recipient ? services.vault.decrypt(placeOf("emails.recipient", id), recipient) : null;
  if (address === null) return false;
  const limit = { who: `email ${kind}\n${mailboxOf(address)}`, most: PLACED_EMAILS_OF_MAILBOX_MAX, windowMs: PLACED_EMAILS_WINDOW_MS };
  return (await countAttempts(services, [limit])) !== null;
}

/**
 * How long an email that a stranger caused has to wait, in ms, because all of these together are
 * too many; null: not at all. Each attempt counts, because each reaches the mail server.
 */
export async function waitOfUnconfirmed(services: RateLimitNeeds, { kind }: Pick<EmailRow, "kind">): Promise<number | null> {
  if (!unconfirmedKinds.has(kind)) return null;
  return countAttempts(services, [{ who: "unconfirmed emails", most: UNCONFIRMED_EMAILS_MAX, windowMs: UNCONFIRMED_EMAILS_WINDOW_MS }]);
}
