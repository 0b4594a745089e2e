import { EMAIL_ATTEMPTS_MAX, EMAIL_RETRY_MAX_MS, EMAIL_RETRY_MIN_MS } from "../constants.ts";

/** The delay in ms before an email is retried after this many attempts; null to give up. */
export function waitBeforeNextAttempt(attempts: number): number | null {
  if (attempts >= EMAIL_ATTEMPTS_MAX) return null;
  return Math.min(EMAIL_RETRY_MIN_MS * 2 ** Math.max(0, attempts - 1), EMAIL_RETRY_MAX_MS);
}
