import { MINUTE_MS } from "#shop/constants.ts";

const SHOWN_FROM_MS = 2_000;

type Done = { done: number; of: number; tookMs: number };

/**
 * Estimates the remaining minutes from the progress so far: 0 for less than one, null while it is
 * too early to tell.
 */
export function minutesLeft({ done, of, tookMs }: Done): number | null {
  if (tookMs < SHOWN_FROM_MS || done <= 0 || done >= of) return null;
  const leftMs = (tookMs / done) * (of - done);
  return leftMs < MINUTE_MS ? 0 : Math.round(leftMs / MINUTE_MS);
}

/** The remaining time in words for the command line; empty while it is too early to tell. */
export function timeLeft(progress: Done): string {
  const minutes = minutesLeft(progress);
  if (minutes === null) return "";
  return minutes === 0 ? "less than a minute left" : `about ${minutes} ${minutes === 1 ? "minute" : "minutes"} left`;
}
