import type { Services } from "#platform/provides.ts";
import type { Result } from "../refusal.ts";
import { CLIENT_ADDRESS_HEADER } from "./cookies.ts";

type Needs = Pick<Services, "log" | "vault">;

/** What the log tells of who gets in, and how. */
export type AccountTry =
  | "sign-in"
  | "second factor"
  | "sign-up"
  | "own password asked"
  | "password changed"
  | "password reset"
  | "reset asked for"
  | "first admin";

/** Which account a try is about, and by what it was made. */
export type TryFacts = { email: string; by?: string | undefined };

const TOLD_HEX_DIGITS = 16;

/**
 * A name under which the log tells of an address or an account: the same each time, so that lines can be put together, and unreadable without the shop's
 * secret. No table has it.
 */
export function nameInLog({ vault }: Pick<Needs, "vault">, kind: "address" | "account", text: string): string {
  return vault.derive(`log ${kind}`, text).toString("hex").slice(0, TOLD_HEX_DIGITS);
}

/**
 * Tells the log in one line what came of a try to get in, or to show who one is, with the code of the shop's no; gives the result back. Whoever has to wait is told
 * of by the host, with all else that is refused.
 */
export function noted<R extends Result<unknown>>(needs: Needs, what: AccountTry, result: R, headers: Headers, { email, by }: TryFacts): R {
  if (!result.ok && result.code === "tooManyRequests") return result;
  const from = nameInLog(needs, "address", headers.get(CLIENT_ADDRESS_HEADER) ?? "");
  const facts = { outcome: result.ok ? "ok" : result.code, ...(by && { by }), account: nameInLog(needs, "account", email), from };
  if (result.ok) needs.log.info(what, facts);
  else needs.log.warn(what, facts);
  return result;
}
