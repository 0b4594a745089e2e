import type { RefusalCode } from "#shop/refusal.ts";

type AuthSentence = Extract<
  RefusalCode,
  "emailInUse" | "emailInvalid" | "passwordLength" | "wrongPair" | "accountDisabled" | "logInAgain" | "signInFirst" | "tooManyRequests"
>;

const sentences: Record<string, AuthSentence> = {
  USER_ALREADY_EXISTS: "emailInUse",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "emailInUse",
  INVALID_EMAIL: "emailInvalid",
  PASSWORD_TOO_SHORT: "passwordLength",
  PASSWORD_TOO_LONG: "passwordLength",
  INVALID_EMAIL_OR_PASSWORD: "wrongPair",
  INVALID_PASSWORD: "wrongPair",
  USER_NOT_FOUND: "wrongPair",
  ACCOUNT_DISABLED: "accountDisabled",
  SESSION_EXPIRED: "logInAgain",
  SESSION_NOT_FRESH: "logInAgain",
  UNAUTHORIZED: "signInFirst",
  TOO_MANY_REQUESTS: "tooManyRequests",
};

/**
 * Returns the message for a Better Auth error code, or null for a general one. A wrong password and
 * an unknown user get the same message. [S8.3]
 */
export function authSentenceFor(code: string): AuthSentence | null {
  return Object.hasOwn(sentences, code) ? (sentences[code] ?? null) : null;
}
