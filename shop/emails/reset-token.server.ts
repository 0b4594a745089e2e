import type { Services } from "#platform/provides.ts";

const PURPOSE = "password-reset";

/**
 * The secret token in a password reset link. It is derived from the email's id, so it is not stored
 * and can be filled in when the email is sent or shown. [S2.17]
 */
export function resetTokenOf({ vault }: Pick<Services, "vault">, emailId: string): string {
  return vault.derive(PURPOSE, emailId).toString("base64url");
}

/**
 * The possible tokens of an email's link: one for the shop's current secret and one for each
 * earlier one.
 */
export function resetTokensOf({ vault }: Pick<Services, "vault">, emailId: string): string[] {
  return vault.derivations(PURPOSE, emailId).map((token) => token.toString("base64url"));
}
