import { DELIVERY_WAIT_MAX_MS, DELIVERY_WAITS_MS } from "./constants.ts";

/**
 * The delay in ms before a delivery is retried after this many attempts, at least as long as
 * the receiver asked for; null to give up, after 3 days.
 */
export function waitBeforeNextAttempt(attempts: number, askedMs: number | null): number | null {
  const wait = DELIVERY_WAITS_MS[attempts - 1];
  return wait === undefined ? null : Math.max(wait, Math.min(askedMs ?? 0, DELIVERY_WAIT_MAX_MS));
}
