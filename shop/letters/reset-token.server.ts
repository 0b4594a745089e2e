import type { Services } from "#platform/provides.ts";

const PURPOSE = "password-reset";

/** The secret of a password reset letter's link, derived from the letter's id: so it stands nowhere, and can be filled in when the letter is sent or shown. [S2.17] */
export function resetTokenOf({ vault }: Pick<Services, "vault">, letterId: string): string {
  return vault.derive(PURPOSE, letterId).toString("base64url");
}

/** The tokens that a letter's link may have: under the secret of now, and under each that the shop had before. */
export function resetTokensOf({ vault }: Pick<Services, "vault">, letterId: string): string[] {
  return vault.derivations(PURPOSE, letterId).map((token) => token.toString("base64url"));
}
