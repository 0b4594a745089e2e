import { countTries, type TriesNeeds } from "#platform/tries.server.ts";
import { afterMs, granted, type Result, refused } from "../refusal.ts";
import type { Limit } from "./limits.ts";

/** Counts a try against some limits, for all processes together. Refuses `tooManyRequests`, with how long to wait. [S8.3] */
export async function keepWithin(services: TriesNeeds, limits: Limit[]): Promise<Result<null, "tooManyRequests">> {
  return within(await countTries(services, limits));
}

/** The same of a wait that is known: null is none. */
export function within(waitMs: number | null): Result<null, "tooManyRequests"> {
  return waitMs === null ? granted(null) : afterMs(refused("tooManyRequests"), waitMs);
}
