import type { Services } from "#platform/provides.ts";
import type { Result } from "#shop/refusal.ts";
import { CLIENT_ADDRESS_HEADER } from "../sessions/cookies.ts";

type Needs = Pick<Services, "log" | "vault">;

/** The authentication events in the log. */
export type AccountAttempt =
  | "sign-in"
  | "second factor"
  | "sign-up"
  | "own password asked"
  | "password changed"
  | "password reset"
  | "reset asked for"
  | "first admin"
  | "invitation accepted";

/** The account of an attempt, and the method used. */
export type AttemptFacts = { email: string; by?: string | undefined };

const LOGGED_HEX_DIGITS = 16;

/**
 * Pseudonym of an address or account for the log: always the same, so that lines can be correlated,
 * but unreadable without the shop's secret. It is stored nowhere else.
 */
export function nameInLog({ vault }: Pick<Needs, "vault">, kind: "address" | "account", text: string): string {
  return vault.derive(`log ${kind}`, text).toString("hex").slice(0, LOGGED_HEX_DIGITS);
}

/**
 * Logs an authentication attempt in one line, with the code of a refusal, and returns the result.
 * Rate-limited attempts are not logged here, because the server logs all of them.
 */
export function logAttempt<R extends Result<unknown>>(
  needs: Needs,
  what: AccountAttempt,
  result: R,
  headers: Headers,
  { email, by }: AttemptFacts,
): R {
  if (!result.ok && result.code === "tooManyRequests") return result;
  const from = nameInLog(needs, "address", headers.get(CLIENT_ADDRESS_HEADER) ?? "");
  const facts = { outcome: result.ok ? "ok" : result.code, ...(by && { by }), account: nameInLog(needs, "account", email), from };
  if (result.ok) needs.log.info(what, facts);
  else needs.log.warn(what, facts);
  return result;
}
