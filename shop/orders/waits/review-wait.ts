import { APPROVAL_MAX_HOURS, DAY_MS, HOUR_MS } from "#shop/constants.ts";

/** How long reviews took lately: half of them at most `halfMs`, nine of ten at most `mostMs`. [S14.14] */
export type ReviewWait = { halfMs: number; mostMs: number };

/** The record is made of so many decisions at most, of so many days, and says nothing of fewer. */
export const REVIEWS_MAX = 50;
const REVIEWS_MIN = 10;
export const REVIEWS_WITHIN_MS = 28 * DAY_MS;

/** The record of reviews that took these times; null if they are too few. [S14.14] */
export function reviewWaitOf(tookMs: readonly number[]): ReviewWait | null {
  if (tookMs.length < REVIEWS_MIN) return null;
  const sorted = [...tookMs].sort((a, b) => a - b);
  const within = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { halfMs: within(0.5), mostMs: within(0.9) };
}

/** Whether nine of ten reviews took longer than the shop promises. [S1.2] [S14.14] */
export function isSlow(wait: ReviewWait | null): wait is ReviewWait {
  return wait !== null && wait.mostMs > APPROVAL_MAX_HOURS * HOUR_MS;
}

/** How many hours at most a review takes: as promised, or as it took lately if that is longer. [S1.2] [S14.14] */
export function reviewHours(wait: ReviewWait | null): number {
  return isSlow(wait) ? Math.ceil(wait.mostMs / HOUR_MS) : APPROVAL_MAX_HOURS;
}
