import { openTries } from "#platform/tries.ts";
import { WRONG_PASSWORDS_MAX, WRONG_PASSWORDS_OF_ADDRESS_MAX, WRONG_PASSWORDS_WINDOW_MS } from "../constants.ts";

/** Counts wrong passwords by the address they come from, so that nobody can lock an account's owner out from elsewhere. [S8.3] */
export type WrongPasswords = {
  /** Counts a try; false when this address has to wait. A try that turns out right is taken back by `forget`. */
  mayTry(address: string, email: string): boolean;
  forget(address: string, email: string): void;
};

/** Wrong passwords of the last minute, kept in this process. */
export function openWrongPasswords(now: () => Date): WrongPasswords {
  const tries = openTries(now, WRONG_PASSWORDS_WINDOW_MS);
  const keysOf = (address: string, email: string) => [`${address}\n${email}`, address] as const;

  return {
    mayTry(address, email) {
      const [pair, all] = keysOf(address, email);
      if (tries.of(pair) >= WRONG_PASSWORDS_MAX || tries.of(all) >= WRONG_PASSWORDS_OF_ADDRESS_MAX) return false;

      tries.count(pair, 1);
      tries.count(all, 1);
      return true;
    },
    forget(address, email) {
      for (const key of keysOf(address, email)) tries.count(key, -1);
    },
  };
}
