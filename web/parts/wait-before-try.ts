import { retryDelay } from "./follow-events.ts";

/** How long to wait before a call of the storage is tried again, `sinceMs` after it was begun; null: its time is up. [S9.4] */
export function waitBeforeTry(tried: number, sinceMs: number, withinMs: number): number | null {
  const wait = retryDelay(tried);
  return sinceMs + wait <= withinMs ? wait : null;
}
