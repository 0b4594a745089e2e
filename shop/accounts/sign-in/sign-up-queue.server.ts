import pLimit from "p-limit";
import type { Services } from "#platform/provides.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { signUpLimits } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin, inNetworks } from "#shop/settings/within-limits.server.ts";
import { SIGN_UPS_AT_ONCE, SIGN_UPS_WAITING_MAX } from "../constants.ts";

/** Where a sign-up comes from, and for which email address. */
type From = { address: string; email: string };

/**
 * Runs a sign-up when it is its turn. Refuses `tooManyRequests` if its address or mailbox has
 * reached its limit or too many sign-ups are waiting. [S8.3]
 */
export type SignUps = <T>(from: From, signUp: () => Promise<T>) => Promise<Result<T, "tooManyRequests">>;

/**
 * Limits concurrent sign-ups in this process, because each holds a database connection while its
 * password is hashed. The count per address is shared by all processes.
 */
export function openSignUps(services: Pick<Services, "db" | "settings" | "waits" | "vault" | "now">): SignUps {
  const limited = pLimit(SIGN_UPS_AT_ONCE);
  let underway = 0;

  return async ({ address, email }, signUp) => {
    if (underway >= SIGN_UPS_AT_ONCE + SIGN_UPS_WAITING_MAX) return refused("tooManyRequests");

    underway += 1;
    try {
      return await limited(async () => {
        const limits = signUpLimits(await readSettings(services), address, email);
        const allowed = await countWithin(services, inNetworks(limits, address));
        return allowed.ok ? ok(await signUp()) : allowed;
      });
    } finally {
      underway -= 1;
    }
  };
}
