import { DELIVERY_WAIT_MAX_MS, DELIVERY_WAITS_MS } from "./constants.ts";

/**
 * The delay in ms before a delivery is tried again after this many attempts, at least as long as
 * the receiver asked for; null to give up, after 3 days.
 */
export function waitBeforeNextAttempt(attempts: number, asksMs: number | null): number | null {
  const wait = DELIVERY_WAITS_MS[attempts - 1];
  return wait === undefined ? null : Math.max(wait, Math.min(asksMs ?? 0, DELIVERY_WAIT_MAX_MS));
}
