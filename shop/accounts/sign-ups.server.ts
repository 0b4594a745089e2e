import type { Services } from "#platform/provides.ts";
import { openTurns } from "#platform/turns.ts";
import { SIGN_UPS_AT_ONCE, SIGN_UPS_WAITING_MAX } from "../constants.ts";
import { granted, type Result, refused } from "../refusal.ts";
import { keepWithin } from "../settings/keep-within.server.ts";
import { signUpLimit } from "../settings/limits.ts";
import { readSettings } from "../settings/settings.server.ts";

/** Does a sign-up from this address when it is its turn. Refuses `tooManyRequests` where the address, or everybody, has to come back later. [S8.3] */
export type SignUps = <T>(address: string, signUp: () => Promise<T>) => Promise<Result<T, "tooManyRequests">>;

/**
 * Lets few sign-ups run at a time in this process, because each holds a connection of the database while its password is hashed; how many come from an
 * address is counted for all processes together.
 */
export function openSignUps(services: Pick<Services, "db" | "live" | "vault" | "now">): SignUps {
  const inTurn = openTurns(SIGN_UPS_AT_ONCE);
  let underway = 0;

  return async (address, signUp) => {
    if (underway >= SIGN_UPS_AT_ONCE + SIGN_UPS_WAITING_MAX) return refused("tooManyRequests");

    underway += 1;
    try {
      return await inTurn(async () => {
        const allowed = await keepWithin(services, [signUpLimit(await readSettings(services), address)]);
        return allowed.ok ? granted(await signUp()) : allowed;
      });
    } finally {
      underway -= 1;
    }
  };
}
