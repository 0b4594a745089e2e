import { CHECKED_AFTER_MS, CHECKED_AGAIN_MS, CHECKED_UNTIL_MS } from "./constants.ts";

/** The times of an attempt that decide when its provider is asked again. */
type Times = { openedAt: Date; expiresAt: Date };

/**
 * When an attempt is looked at next: some times while a buyer may pay, then every hour until three
 * days after its end, because money may come late. Null: no more. [S10.11]
 */
export function nextCheck({ openedAt, expiresAt }: Times, now: Date): Date | null {
  const opened = openedAt.getTime();
  const early = CHECKED_AFTER_MS.map((ms) => opened + ms).find((at) => at > now.getTime() && at <= expiresAt.getTime());
  if (early !== undefined) return new Date(early);

  const later = now.getTime() + CHECKED_AGAIN_MS;
  if (now.getTime() < expiresAt.getTime()) return new Date(Math.min(later, expiresAt.getTime() + 1_000));
  return later > expiresAt.getTime() + CHECKED_UNTIL_MS ? null : new Date(later);
}
