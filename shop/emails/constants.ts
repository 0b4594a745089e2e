import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shop/constants.ts";

/**
 * How many emails about placed orders one address gets within the window. Further orders are placed
 * without an email.
 */
export const PLACED_EMAILS_OF_ADDRESS_MAX = 10;
export const PLACED_EMAILS_WINDOW_MS = HOUR_MS;
/**
 * A failed email is retried after the minimum, then after twice as long each time up to the
 * maximum, and this many times in all.
 */
export const EMAIL_RETRY_MIN_MS = 30_000;
export const EMAIL_RETRY_MAX_MS = 4 * HOUR_MS;
export const EMAIL_ATTEMPTS_MAX = 16;
/**
 * How long a process has claimed an email that it sends; then another may try. Longer than the
 * timeout of any mail server.
 */
export const EMAIL_CLAIM_MS = 2 * MINUTE_MS;
/** How long an email is stored, whatever its state. */
export const EMAIL_STORED_MS = 90 * DAY_MS;
