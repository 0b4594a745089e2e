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
 * How many emails strangers can cause within the window, all together: links that somebody waits
 * for, and apart from these other emails to addresses that nobody confirmed, and messages to the
 * shop. Further ones are sent later.
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
 * How long a process has claimed an email that it sends; then another may try. Longer than two
 * deliveries to the slowest mail server, because a claimed email may wait for the one before it.
 */
export const EMAIL_CLAIM_MS = 3 * MINUTE_MS;
/** How long a process gathers how its emails went, before it records them in one statement. */
export const EMAILS_RECORDED_EVERY_MS = 100;
/**
 * The owner gets one email about new orders in this time, which has all that wait. It lists the
 * first of them and counts the rest.
 */
export const NEW_ORDERS_EVERY_MS = MINUTE_MS;
export const NEW_ORDERS_OF_EMAIL_MAX = 1_000;
export const NEW_ORDERS_LISTED_MAX = 100;
/** How long an email is stored, whatever its state. */
export const EMAIL_STORED_MS = 90 * DAY_MS;
