import type { Services } from "#platform/provides.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { signUpLimits } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin, inNetworks } from "#shop/settings/within-limits.server.ts";
import { type HashTurns, laneOfRequest } from "../passwords/hash-turns.server.ts";
import { CLIENT_ADDRESS_HEADER } from "../sessions/cookies.ts";

/** Where a sign-up comes from, and for which email address. */
type From = { headers: Headers; email: string };

/**
 * Runs a sign-up, whose hashing waits in the lane of its network. Refuses `tooManyRequests` if its
 * address or mailbox has reached its limit, which all processes share, or too many wait. [S8.3]
 */
export type SignUps = <T>(from: From, signUp: () => Promise<T>) => Promise<Result<T, "tooManyRequests">>;

/** Opens the sign-ups of one process. */
export function openSignUps(
  services: Pick<Services, "db" | "settings" | "waits" | "vault" | "now">,
  hashTurns: Pick<HashTurns, "inLane">,
): SignUps {
  return <T>({ headers, email }: From, signUp: () => Promise<T>) =>
    hashTurns.inLane<Result<T, "tooManyRequests">>(laneOfRequest(headers), async () => {
      const address = headers.get(CLIENT_ADDRESS_HEADER) ?? "";
      const limits = signUpLimits(await readSettings(services), address, email);
      const allowed = await countWithin(services, inNetworks(limits, address));
      return allowed.ok ? ok(await signUp()) : allowed;
    });
}
