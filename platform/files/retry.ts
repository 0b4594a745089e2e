import { Unreachable } from "../unreachable.ts";

/** Timeouts: of one attempt, and of all attempts with the pauses between them. */
export type RetryTimes = { attemptMs: number; withinMs: number };

/** The clock, replaced in tests. `random` is from 0 to 1. */
export type Pastime = { nowMs(): number; wait(ms: number): Promise<void>; random(): number };

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;

/**
 * Repeats `attempt` until it succeeds, fails with anything but `Unreachable`, or `withinMs` is
 * over. The pause doubles each time and is drawn from its upper half, so that clients that were cut
 * off together do not come back together.
 */
export async function retry<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { attemptMs, withinMs }: RetryTimes,
  pastime: Pastime,
): Promise<T> {
  const beganAt = pastime.nowMs();
  const leftMs = () => withinMs - (pastime.nowMs() - beganAt);
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await attempt(AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(attemptMs, leftMs())))));
    } catch (cause) {
      const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts);
      const waitMs = Math.round(longest * (0.5 + pastime.random() / 2));
      if (!(cause instanceof Unreachable) || waitMs >= leftMs()) throw cause;
      await pastime.wait(waitMs);
    }
  }
}
