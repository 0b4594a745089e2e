/** An IP address: a public one, or one of a private network if the operator allows that. */
export type HttpAddress = { address: string; family: number };

/** Resolves a host name to all its addresses. */
export type LookUp = (hostname: string) => Promise<HttpAddress[]>;

/**
 * A request to another program: a POST with a body, or a GET if `body` is null. `secrets` are
 * removed from its answer.
 */
export type HttpCall = { url: string; headers: Record<string, string>; body: string | Uint8Array | null; secrets: readonly string[] };

/** The payment providers whose APIs the shop calls. */
export type PaymentApi = "razorpay" | "stripe";

/** A request to a payment provider's API: its path with the query, and a body or null for a GET. */
type PaymentCall = Pick<HttpCall, "headers"> & { path: string; body: string | null };

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
  /**
   * Calls a payment provider's API, at the operator's address if one is set. The answer is at most
   * 200 KB. It is for parsing only: it may repeat what was sent.
   */
  callPaymentApi(api: PaymentApi, call: PaymentCall): Promise<HttpAnswer>;
  /** Why a URL must never be called, judged by the URL alone. */
  objectionTo(url: string): Objection | null;
  /** The shop's own address, if configured: links in messages begin with it. */
  origin: string | null;
};
