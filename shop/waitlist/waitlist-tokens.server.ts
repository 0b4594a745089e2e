import { isSame } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";

type Needs = Pick<Services, "vault">;

const CONFIRMING = "waitlist-confirmation";
const UNSUBSCRIBING = "waitlist-unsubscription";
const ADDRESS = "waitlist-address";

/** What an address is fingerprinted as: the same in capitals and in small letters. */
function asSubject(email: string): string {
  return JSON.stringify([ADDRESS, email.toLowerCase()]);
}

/** The keyed fingerprint by which the waitlist finds an address. */
export function addressFingerprint({ vault }: Needs, email: string): Buffer {
  return vault.fingerprint(asSubject(email));
}

/** An address's fingerprints under the shop's secret and each earlier one. */
export function addressFingerprints({ vault }: Needs, email: string): Buffer[] {
  return vault.fingerprints(asSubject(email));
}

/**
 * The token of the link that confirms an address. It is derived from the email's id, so only its
 * hash is stored. [S12.9]
 */
export function confirmTokenOf({ vault }: Needs, emailId: string): string {
  return vault.derive(CONFIRMING, emailId).toString("base64url");
}

/** The possible tokens of an email's link: under the shop's secret and each earlier one. */
export function confirmTokensOf({ vault }: Needs, emailId: string): string[] {
  return vault.derivations(CONFIRMING, emailId).map((token) => token.toString("base64url"));
}

/** The key in the link that unsubscribes an entry's address. */
export function unsubscribeKeyOf({ vault }: Needs, entryId: string): string {
  return vault.derive(UNSUBSCRIBING, entryId).toString("base64url");
}

/** Whether a key unsubscribes this entry's address, also one made under an earlier secret. */
export function isUnsubscribeKey({ vault }: Needs, entryId: string, key: string): boolean {
  const given = Buffer.from(key, "base64url");
  return vault.derivations(UNSUBSCRIBING, entryId).some((own) => isSame(own, given));
}
