import { countAttempts, type RateLimitNeeds } from "#platform/rate-limit/rate-limit.server.ts";
import { afterMs, ok, type Result, refused } from "../refusal.ts";
import type { Limit } from "./rate-limits.ts";

/**
 * Counts an attempt against rate limits shared by all processes. Refuses `tooManyRequests`, with
 * the time to wait. [S8.3]
 */
export async function countWithin(services: RateLimitNeeds, limits: Limit[]): Promise<Result<null, "tooManyRequests">> {
  return within(await countAttempts(services, limits));
}

/** Refuses `tooManyRequests` for a known wait; null means none. */
export function within(waitMs: number | null): Result<null, "tooManyRequests"> {
  return waitMs === null ? ok(null) : afterMs(refused("tooManyRequests"), waitMs);
}
