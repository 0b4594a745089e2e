/**
 * When what was not sent is sent again: the wait in ms after each failed attempt, and the longest
 * wait that a receiver, or a limit of the shop, can ask for.
 */
export type RetryWaits = { waitsMs: readonly number[]; askedMaxMs: number };

/**
 * The delay in ms before the next attempt after this many, at least as long as the receiver asked
 * for; null to give up.
 */
export function waitBeforeNextAttempt({ waitsMs, askedMaxMs }: RetryWaits, attempts: number, askedMs: number | null = null): number | null {
  const wait = waitsMs[attempts - 1];
  return wait === undefined ? null : Math.max(wait, Math.min(askedMs ?? 0, askedMaxMs));
}
