import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shop/constants.ts";
import type { RetryWaits } from "#shop/outbox/retry-waits.ts";

/**
 * How many emails about placed orders one mailbox gets within the window, and how many the orders
 * of one network cause. Further orders are placed without an email.
 */
export const PLACED_EMAILS_OF_MAILBOX_MAX = 10;
export const PLACED_EMAILS_OF_NETWORK_MAX = 60;
export const PLACED_EMAILS_WINDOW_MS = HOUR_MS;
/**
 * How many emails strangers can cause within the window, all together: those to addresses that
 * nobody confirmed, and messages to the shop. Further ones are sent later.
 */
export const UNCONFIRMED_EMAILS_MAX = 1_000;
export const UNCONFIRMED_EMAILS_WINDOW_MS = HOUR_MS;
/**
 * A failed email is retried after the minimum, then after twice as long each time up to the
 * maximum, and this many times in all.
 */
const EMAIL_RETRY_MIN_MS = 30_000;
const EMAIL_RETRY_MAX_MS = 4 * HOUR_MS;
const EMAIL_ATTEMPTS_MAX = 16;
export const EMAIL_RETRIES: RetryWaits = {
  waitsMs: Array.from({ length: EMAIL_ATTEMPTS_MAX - 1 }, (_, n) => Math.min(EMAIL_RETRY_MIN_MS * 2 ** n, EMAIL_RETRY_MAX_MS)),
  askedMaxMs: UNCONFIRMED_EMAILS_WINDOW_MS,
};
/**
 * How long a process has claimed an email that it sends; then another may try. Longer than the
 * timeout of any mail server.
 */
export const EMAIL_CLAIM_MS = 2 * MINUTE_MS;
/** How long an email is stored, whatever its state. */
export const EMAIL_STORED_MS = 90 * DAY_MS;
