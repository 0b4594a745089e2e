import { retryDelay } from "../live/follow-events.ts";

/**
 * How many ms to wait before retrying a storage request that began `sinceMs` ago; null when
 * `withinMs` is over. [S9.4]
 */
export function delayBeforeRetry(attempt: number, sinceMs: number, withinMs: number): number | null {
  const wait = retryDelay(attempt);
  return sinceMs + wait <= withinMs ? wait : null;
}
