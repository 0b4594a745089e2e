import { about, granted, type Refusal, type Result, refused } from "../refusal.ts";
import { authSentenceFor } from "./auth-sentences.ts";

/** What came of signing in or up: the cookies to set, and the answer as Better Auth words it for the JSON API, without the session's token. [S7.4] [S4.10] */
export type SignedIn = { cookies: Headers; answer: unknown };

/** Better Auth's answer as the shop's. What it says no to for no reason of the visitor's is a failure and thrown. [S8.3] */
export async function signedIn(response: Response): Promise<Result<SignedIn>> {
  const answer: unknown = await response.json();
  if (response.ok) return granted({ cookies: cookiesOf(response), answer: { ...(answer as object), token: null } });

  const code = codeOf(answer);
  const key = authSentenceFor(code);
  if (key === null) throw new AuthFailure(response.status, code);
  return beside(refused(key));
}

/** The headers by which a response of Better Auth sets its cookies, and no other. */
export function cookiesOf(response: Response): Headers {
  return new Headers(response.headers.getSetCookie().map((cookie) => ["set-cookie", cookie]));
}

/** Better Auth could not do what it was asked, for no reason of the visitor's. */
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
