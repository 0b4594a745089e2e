import { widerNetworks } from "#platform/rate-limit/network.ts";
import { countAttempts, type RateLimitNeeds } from "#platform/rate-limit/rate-limit.server.ts";
import { OF_48_TIMES, OF_56_TIMES } from "../constants.ts";
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

/**
 * A limit of an address for the IPv6 /56 and /48 around it too, which one household or site may
 * own: 2 and 4 times as many. None for IPv4.
 */
export function widerLimits(limit: Limit, address: string): Limit[] {
  const wider = widerNetworks(address);
  if (wider === null) return [];
  const around = (network: string, times: number) => ({ ...limit, who: limit.who.replace(address, network), most: limit.most * times });
  return [around(wider.of56, OF_56_TIMES), around(wider.of48, OF_48_TIMES)];
}

/** These limits, and those of the address for the networks around it. */
export function inNetworks(limits: Limit[], address: string): Limit[] {
  return limits.flatMap((limit) => (limit.who.endsWith(address) ? [limit, ...widerLimits(limit, address)] : [limit]));
}
