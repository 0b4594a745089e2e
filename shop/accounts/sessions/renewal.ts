import { SESSION_CHECK_MS, SESSION_RENEWAL_BACKOFF_MAX_MS, SESSION_RENEWAL_BACKOFF_MIN_MS, SESSION_RENEWAL_MS } from "../constants.ts";

/**
 * How long an open page waits before it asks for its session again: until 5 minutes before the end, and never so long that a disabled
 * account stays signed in; an admin's session that cannot be renewed any more is asked for once more when it has ended. [S4.10] [S9.4]
 */
export function renewalDelay(endsAt: Date, now: Date): number {
  const left = endsAt.getTime() - now.getTime();
  const untilRenewal = left > SESSION_RENEWAL_MS ? left - SESSION_RENEWAL_MS : Math.max(left, 0) + 1_000;
  return Math.min(untilRenewal, SESSION_CHECK_MS);
}

/** How long an open page waits after so many errors in a row: 30 s, twice as long each time, 16 minutes at most. [S9.4] */
export function renewalBackoff(failures: number): number {
  return Math.min(SESSION_RENEWAL_BACKOFF_MIN_MS * 2 ** (failures - 1), SESSION_RENEWAL_BACKOFF_MAX_MS);
}
