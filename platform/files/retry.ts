import { Unreachable } from "../unreachable.ts";

/** How long something is tried: one try, and all of them with the waiting between. */
export type Patience = { tryMs: number; withinMs: number };

/** What passes the time; a test has its own. `random` is from 0 to 1. */
export type Pastime = { nowMs(): number; wait(ms: number): Promise<void>; random(): number };

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;

/**
 * Tries until it works, or fails in a way that does not pass, or the patience is at its end: only what is thrown as `Unreachable` is tried again.
 * The waiting doubles, and is drawn from its upper half so that many who were cut off together do not come back together.
 */
export async function tryAgain<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { tryMs, withinMs }: Patience,
  pastime: Pastime,
): Promise<T> {
  const beganAt = pastime.nowMs();
  const leftMs = () => withinMs - (pastime.nowMs() - beganAt);
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt(AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(tryMs, leftMs())))));
    } catch (cause) {
      const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried);
      const waitMs = Math.round(longest * (0.5 + pastime.random() / 2));
      if (!(cause instanceof Unreachable) || waitMs >= leftMs()) throw cause;
      await pastime.wait(waitMs);
    }
  }
}
