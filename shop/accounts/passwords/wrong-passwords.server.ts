import { setTimeout as wait } from "node:timers/promises";
import type { Services } from "#platform/provides.ts";
import { countAttempts, takeBackAttempts } from "#platform/rate-limit/rate-limit.server.ts";
import type { Result } from "#shop/refusal.ts";
import { SLOWED_SIGN_IN_MS } from "#shop/settings/constants.ts";
import { signInLimits, slowingLimit } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin } from "#shop/settings/within-limits.server.ts";

/**
 * Counts wrong passwords per client address, so that nobody can lock an account's owner out from
 * elsewhere. [S8.3]
 */
export type WrongPasswords = {
  /**
   * Counts an attempt, and refuses `tooManyRequests` if this address has reached its limit. An
   * account attacked from many addresses is slowed down but never locked, and not at all for a
   * browser that is known to have logged in to it. `forget` takes a successful attempt back.
   */
  mayAttempt(address: string, email: string, from?: { isKnown: boolean }): Promise<Result<null, "tooManyRequests">>;
  forget(address: string, email: string): Promise<void>;
};

/** Counts in the database, so that the limits hold across all processes. */
export function openWrongPasswords(services: Pick<Services, "db" | "settings" | "waits" | "vault" | "now">): WrongPasswords {
  return {
    async mayAttempt(address, email, { isKnown } = { isKnown: false }) {
      const settings = await readSettings(services);
      const allowed = await countWithin(services, signInLimits(settings, address, email));
      const isSlowed = allowed.ok && (await countAttempts(services, [slowingLimit(settings, email)])) !== null;
      if (isSlowed && !isKnown) await wait(SLOWED_SIGN_IN_MS);
      return allowed;
    },
    async forget(address, email) {
      const settings = await readSettings(services);
      await takeBackAttempts(services, [...signInLimits(settings, address, email), slowingLimit(settings, email)]);
    },
  };
}
