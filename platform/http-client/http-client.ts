/** An IP address: a public one, or one of a private network if the operator allows that. */
export type HttpAddress = { address: string; family: number };

/** Resolves a host name to all its addresses. */
export type LookUp = (hostname: string) => Promise<HttpAddress[]>;

/** A POST to another program. `secrets` are removed from its answer. */
export type HttpCall = { url: string; headers: Record<string, string>; body: string; secrets: readonly string[] };

/** Why a URL must not be called. */
export type Objection = "not an address" | "not https" | "with a password" | "not public";

/**
 * The result of a call. An answer has its status, its first bytes as text without control
 * characters and the call's secrets, and its `Retry-After`; the caller judges whether it is a
 * success.
 */
export type HttpAnswer = { status: number; text: string; retryAfterMs: number | null } | { problem: HttpProblem };

/**
 * Why there is no answer: the key of a text, and what fills it in. It repeats neither the URL nor
 * what was sent.
 */
export type HttpProblem =
  | { code: "addressNotOfWeb" | "addressNotHttps" | "addressWithPassword" | "addressNotPublic" | "hostNotFound" | "connectionFailed" }
  | { code: "noAnswerWithin"; words: { seconds: number } }
  | { code: "connectionFailedWith"; words: { error: string } };

/** How the shop calls other programs. */
export type HttpClient = {
  /** Calls once, without following redirects. Never throws. */
  call(call: HttpCall): Promise<HttpAnswer>;
  /**
   * Calls the messaging app's API as the bot with this token, at the operator's address if one is
   * set.
   */
  callBot(token: string, method: string, body: string): Promise<HttpAnswer>;
  /** Why a URL must never be called, judged by the URL alone. */
  objectionTo(url: string): Objection | null;
  /** The shop's own address, if configured: links in messages begin with it. */
  origin: string | null;
};
