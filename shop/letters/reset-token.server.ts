import type { Services } from "#platform/provides.ts";

/** The secret of a password reset letter's link, derived from the letter's id: so it stands nowhere, and can be filled in when the letter is sent or shown. [S2.17] */
export function resetTokenOf({ vault }: Pick<Services, "vault">, letterId: string): string {
  return vault.derive("password-reset", letterId).toString("base64url");
}
