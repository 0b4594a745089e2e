import { openTries } from "#platform/tries.ts";
import { openTurns } from "#platform/turns.ts";
import { SIGN_UPS_AT_ONCE, SIGN_UPS_OF_ADDRESS_MAX, SIGN_UPS_WAITING_MAX, SIGN_UPS_WINDOW_MS } from "../constants.ts";

/** Does a sign-up from this address when it is its turn, or answers null where the address, or everybody, has to come back later. [S8.3] */
export type SignUps = <T>(address: string, signUp: () => Promise<T>) => Promise<T | null>;

/** Lets few sign-ups run at a time, because each holds a connection of the database while its password is hashed, and few come from an address. */
export function openSignUps(now: () => Date): SignUps {
  const tries = openTries(now, SIGN_UPS_WINDOW_MS);
  const inTurn = openTurns(SIGN_UPS_AT_ONCE);
  let underway = 0;

  return async (address, signUp) => {
    if (underway >= SIGN_UPS_AT_ONCE + SIGN_UPS_WAITING_MAX || tries.of(address) >= SIGN_UPS_OF_ADDRESS_MAX) return null;

    tries.count(address, 1);
    underway += 1;
    try {
      return await inTurn(signUp);
    } finally {
      underway -= 1;
    }
  };
}
