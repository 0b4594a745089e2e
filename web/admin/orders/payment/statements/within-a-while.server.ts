import { setTimeout as wait } from "node:timers/promises";

/** How long the page without script waits for a statement; then the list says how much was read. */
const WAITED_FOR_MS = 5_000;

/**
 * What a command returns, or null if it takes longer than a while after it said that it started. It
 * goes on, and must not reject. [S10.13]
 */
export function withinAWhile<T>(command: (onStart: () => void) => Promise<T>, waitMs = WAITED_FOR_MS): Promise<T | null> {
  const started = Promise.withResolvers<void>();
  const tooLong = started.promise.then(() => wait(waitMs, null));
  return Promise.race([command(started.resolve), tooLong]);
}
