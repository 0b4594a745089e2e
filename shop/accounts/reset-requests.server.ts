import { openTries } from "#platform/tries.ts";
import { RESETS_OF_ACCOUNT_MAX, RESETS_OF_ADDRESS_MAX, RESETS_WINDOW_MS } from "../constants.ts";

/** Counts who asks for reset links: false when this address, or everybody for this e-mail address, has to wait. It is the same whether or not there is such an account. [S2.17] [S8.3] */
export type ResetRequests = (address: string, email: string) => boolean;

/** Requests of the last quarter of an hour, kept in this process. */
export function openResetRequests(now: () => Date): ResetRequests {
  const ofAccounts = openTries(now, RESETS_WINDOW_MS);
  const ofAddresses = openTries(now, RESETS_WINDOW_MS);

  return (address, email) => {
    if (ofAddresses.of(address) >= RESETS_OF_ADDRESS_MAX || ofAccounts.of(email) >= RESETS_OF_ACCOUNT_MAX) return false;

    ofAddresses.count(address, 1);
    ofAccounts.count(email, 1);
    return true;
  };
}
