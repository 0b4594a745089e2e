const SHOWN_FROM_MS = 2_000;
const MINUTE_MS = 60_000;

/**
 * Estimates the remaining time, in words, from the progress so far; empty while it is too early to
 * tell.
 */
export function timeLeft({ done, of, tookMs }: { done: number; of: number; tookMs: number }): string {
  if (tookMs < SHOWN_FROM_MS || done <= 0 || done >= of) return "";
  const leftMs = (tookMs / done) * (of - done);
  if (leftMs < MINUTE_MS) return "less than a minute left";
  const minutes = Math.round(leftMs / MINUTE_MS);
  return `about ${minutes} ${minutes === 1 ? "minute" : "minutes"} left`;
}
