import { about, ok, type Refusal, type Result, refused } from "#shop/refusal.ts";
import { authSentenceFor } from "./auth-sentences.ts";
import type { DeviceMarks } from "./device-mark.server.ts";

/**
 * The result of signing in or up: the cookies to set, and Better Auth's answer for the JSON API,
 * without the session token. [S7.4] [S4.10]
 */
export type SignedIn = { cookies: Headers; answer: unknown };

/**
 * Converts Better Auth's response to a result. An error that is not the visitor's fault is thrown.
 * [S8.3]
 */
export async function signedIn(response: Response): Promise<Result<SignedIn>> {
  const answer: unknown = await response.json();
  if (response.ok) return ok({ cookies: cookiesOf(response), answer: { ...(answer as object), token: null } });

  const code = codeOf(answer);
  const key = authSentenceFor(code);
  if (key === null) throw new AuthFailure(response.status, code);
  return beside(refused(key));
}

/** Adds the mark by which the shop knows the browser of who was let in. [S8.3] */
export function withDeviceMark(auth: { deviceMarks: DeviceMarks }, email: string, result: Result<SignedIn>): Result<SignedIn> {
  if (result.ok) result.value.cookies.append("set-cookie", auth.deviceMarks.cookieOf(email));
  return result;
}

/** Returns only the cookie headers of a Better Auth response. */
export function cookiesOf(response: Response): Headers {
  return new Headers(response.headers.getSetCookie().map((cookie) => ["set-cookie", cookie]));
}

/** A failure of Better Auth that is not the visitor's fault. */
export class AuthFailure extends Error {
  readonly code: string;

  constructor(status: number, code: string) {
    super(`Better Auth answered ${status} ${code}`);
    this.name = "AuthFailure";
    this.code = code;
  }
}

function codeOf(answer: unknown): string {
  return typeof answer === "object" && answer !== null && "code" in answer ? String(answer.code) : "";
}

function beside(refusal: Refusal): Refusal {
  if (refusal.code === "emailInUse" || refusal.code === "emailInvalid") return about(refusal, "email");
  return refusal.code === "passwordLength" ? about(refusal, "password") : refusal;
}
