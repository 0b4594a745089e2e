import { WRONG_PASSWORDS_MAX, WRONG_PASSWORDS_OF_ADDRESS_MAX, WRONG_PASSWORDS_WINDOW_MS } from "../constants.ts";

/** Counts wrong passwords by the address they come from, so that nobody can lock an account's owner out from elsewhere. [S8.3] */
export type WrongPasswords = {
  /** Counts a try; false when this address has to wait. A try that turns out right is taken back by `forget`. */
  mayTry(address: string, email: string): boolean;
  forget(address: string, email: string): void;
};

const KEYS_MAX = 20_000;

/** Wrong passwords of the last minute, kept in this process. */
export function openWrongPasswords(now: () => Date): WrongPasswords {
  const counts = new Map<string, { count: number; endsAt: number }>();

  const countOf = (key: string) => {
    const known = counts.get(key);
    return known && known.endsAt > now().getTime() ? known : { count: 0, endsAt: now().getTime() + WRONG_PASSWORDS_WINDOW_MS };
  };
  const keysOf = (address: string, email: string) => [`${address}\n${email}`, address] as const;

  return {
    mayTry(address, email) {
      const [pair, all] = keysOf(address, email);
      const ofPair = countOf(pair);
      const ofAddress = countOf(all);
      if (ofPair.count >= WRONG_PASSWORDS_MAX || ofAddress.count >= WRONG_PASSWORDS_OF_ADDRESS_MAX) return false;

      if (counts.size > KEYS_MAX) counts.clear();
      counts.set(pair, { ...ofPair, count: ofPair.count + 1 });
      counts.set(all, { ...ofAddress, count: ofAddress.count + 1 });
      return true;
    },
    forget(address, email) {
      for (const key of keysOf(address, email)) {
        const known = counts.get(key);
        if (known) counts.set(key, { ...known, count: Math.max(0, known.count - 1) });
      }
    },
  };
}
