import { NOTICE_WAIT_MAX_MS, NOTICE_WAITS_MS } from "#shop/constants.ts";

/** How long to wait before a notice that was tried so often is tried again, at least as long as whoever answered asks; null: it is given up, after 3 days. */
export function waitBeforeNextTry(tries: number, asksMs: number | null): number | null {
  const wait = NOTICE_WAITS_MS[tries - 1];
  return wait === undefined ? null : Math.max(wait, Math.min(asksMs ?? 0, NOTICE_WAIT_MAX_MS));
}
