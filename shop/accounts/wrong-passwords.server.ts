import { setTimeout as wait } from "node:timers/promises";
import type { Services } from "#platform/provides.ts";
import { countTries, takeBackTries } from "#platform/tries.server.ts";
import { SLOWED_SIGN_IN_MS } from "../constants.ts";
import type { Result } from "../refusal.ts";
import { keepWithin } from "../settings/keep-within.server.ts";
import { signInLimits, slowingLimit } from "../settings/limits.ts";
import { readSettings } from "../settings/settings.server.ts";

/** Counts wrong passwords by the address they come from, so that nobody can lock an account's owner out from elsewhere. [S8.3] */
export type WrongPasswords = {
  /**
   * Counts a try, and refuses `tooManyRequests` where this address has to wait. An account that is tried from everywhere lets a try pass later, but
   * lets it pass. A try that turns out right is taken back by `forget`.
   */
  mayTry(address: string, email: string): Promise<Result<null, "tooManyRequests">>;
  forget(address: string, email: string): Promise<void>;
};

/** Wrong passwords of the last minute, counted for all processes together. */
export function openWrongPasswords(services: Pick<Services, "db" | "live" | "vault" | "now">): WrongPasswords {
  return {
    async mayTry(address, email) {
      const settings = await readSettings(services);
      const allowed = await keepWithin(services, signInLimits(settings, address, email));
      if (allowed.ok && (await countTries(services, [slowingLimit(settings, email)])) !== null) await wait(SLOWED_SIGN_IN_MS);
      return allowed;
    },
    async forget(address, email) {
      const settings = await readSettings(services);
      await takeBackTries(services, [...signInLimits(settings, address, email), slowingLimit(settings, email)]);
    },
  };
}
