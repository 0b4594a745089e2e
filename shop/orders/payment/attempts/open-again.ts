import { ASKED_AGAIN_MS, OPENED_AGAIN_AFTER_MS } from "./constants.ts";

/** Attempts closer than this count as one. */
const SHORTEST_WAIT_MS = 500;

/**
 * How long a provider that could not open a page is left alone, in ms: it is tried again about 1, 3
 * and 7 s after the attempt began, because its buyer waits for the page, and then every 15 s.
 * [S10.3]
 */
export function waitToOpenAgain(begunAt: Date, now: Date): number {
  const elapsed = now.getTime() - begunAt.getTime();
  const next = OPENED_AGAIN_AFTER_MS.find((ms) => ms - elapsed >= SHORTEST_WAIT_MS);
  return next === undefined ? ASKED_AGAIN_MS : next - elapsed;
}
