import { SESSION_RENEWAL_BACKOFF_MAX_MS, SESSION_RENEWAL_BACKOFF_MIN_MS, SESSION_RENEWAL_MS } from "#shop/constants.ts";
import { SESSION_CHECK_MS } from "../constants.ts";

/**
 * How long an open page waits before it renews its session, in ms: until 5 minutes before the end,
 * but at most `SESSION_CHECK_MS`, so that a disabled account is noticed. An admin's session that
 * cannot be extended is checked again just after it ends. [S4.10] [S9.4]
 */
export function renewalDelay(endsAt: Date, now: Date): number {
  const left = endsAt.getTime() - now.getTime();
  const untilRenewal = left > SESSION_RENEWAL_MS ? left - SESSION_RENEWAL_MS : Math.max(left, 0) + 1_000;
  return Math.min(untilRenewal, SESSION_CHECK_MS);
}

/**
 * How long an open page waits after this many consecutive errors, in ms: 30 s, doubled each time,
 * at most 16 minutes. [S9.4]
 */
export function renewalBackoff(failures: number): number {
  return Math.min(SESSION_RENEWAL_BACKOFF_MIN_MS * 2 ** (failures - 1), SESSION_RENEWAL_BACKOFF_MAX_MS);
}
