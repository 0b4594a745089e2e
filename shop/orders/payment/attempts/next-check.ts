import { CHECKED_AFTER_MS, CHECKED_AGAIN_MS, CHECKED_UNTIL_MS, CLOSED_CHECKED_AFTER_MS } from "./constants.ts";

/** The times of an attempt that decide when its provider is asked again. */
type Times = { openedAt: Date; expiresAt: Date; closedAt: Date | null };

/**
 * When an attempt is looked at next. One that may still be paid: some times while its page is open,
 * then every hour until three days after it should have ended. One that was closed unpaid: four
 * times in three days, because money may come late. Null: no more. [S10.11]
 */
export function nextCheck({ openedAt, expiresAt, closedAt }: Times, now: Date): Date | null {
  if (closedAt !== null) return firstAfter(now, closedAt, CLOSED_CHECKED_AFTER_MS);
  const early = firstAfter(now, openedAt, CHECKED_AFTER_MS);
  if (early !== null && early <= expiresAt) return early;

  const later = now.getTime() + CHECKED_AGAIN_MS;
  if (now < expiresAt) return new Date(Math.min(later, expiresAt.getTime() + 1_000));
  return later > expiresAt.getTime() + CHECKED_UNTIL_MS ? null : new Date(later);
}

function firstAfter(now: Date, from: Date, waits: readonly number[]): Date | null {
  const next = waits.find((ms) => from.getTime() + ms > now.getTime());
  return next === undefined ? null : new Date(from.getTime() + next);
}
