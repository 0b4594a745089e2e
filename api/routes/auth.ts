import type { Services } from "#platform/provides.ts";
import { CodeForm, Credentials, LogInForm } from "#shop/accounts/account-forms.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "#shop/accounts/constants.ts";
import { passSecondFactor } from "#shop/accounts/second-factor/pass-second-factor.server.ts";
import { readSession, whoIs } from "#shop/accounts/sessions/who-is.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { signIn } from "#shop/accounts/sign-in/sign-in.server.ts";
import { signOut } from "#shop/accounts/sign-in/sign-out.server.ts";
import type { SignedIn } from "#shop/accounts/sign-in/signed-in.server.ts";
import { signUpWithOrders } from "#shop/orders/access/sign-up-with-orders.server.ts";
import { type Result, refused } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { LIMIT_WINDOW_MS } from "#shop/settings/constants.ts";
import { errorOf } from "../answers.ts";
import { readJson } from "../gates/read-body.ts";

type Call = (services: Services, auth: Auth, request: Request) => Promise<Response>;

/**
 * The calls under `/api/auth`: successful answers have Better Auth's format, but the session's
 * token is `null`, because scripts must not see it; refusals are the shop's own. No other call of
 * Better Auth is offered, and only the fields of our forms are read. [S7.4] [S4.10] [S8.3]
 */
const calls: Record<string, Call> = {
  "POST /sign-up/email": async (services, auth, request) => {
    const form = await readJson(request, Credentials);
    if (!form.ok) return answer(form);
    const { headers } = request;
    const { keys } = await whoIs(services, auth, headers);
    return answer(await signUpWithOrders(services, auth, form.value, { headers, keys }));
  },
  "POST /sign-in/email": async (services, auth, request) => {
    const form = await readJson(request, LogInForm);
    if (!form.ok) return answer(form);
    const signedIn = await signIn(auth, form.value, request.headers);
    return signedIn.ok ? answerPassword(services, auth, signedIn.value) : answer(signedIn);
  },
  "POST /two-factor/verify-totp": showSecondFactor,
  "POST /two-factor/verify-backup-code": showSecondFactor,
  "POST /sign-out": async (services, auth, request) => {
    const cookies = await signOut(services, auth, request.headers);
    return json({ success: true }, 200, cookies);
  },
  "GET /get-session": async (services, auth, request) => {
    const found = await readSession(services, auth, request.headers);
    return json(found && { ...found, session: { ...found.session, token: null } }, 200);
  },
  "GET /password-policy": async () => json({ minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH }, 200),
};

/** Each call under `/api/auth`, such as `POST /sign-out`. */
export const authCalls = Object.keys(calls);

/** Answers a request to `/api/auth/*`. [S7.4] */
export async function handleAuth(services: Services, auth: Auth, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, "");
  const call = calls[`${request.method === "HEAD" ? "GET" : request.method} ${path}`];
  if (call) return call(services, auth, request);

  const isKnownPath = authCalls.some((known) => known.endsWith(` ${path}`));
  return isKnownPath ? json(errorOf({ code: "methodNotAllowed" }), 405) : answer(refused("notFound"));
}

/**
 * The answer to a correct password: the user, or that the second factor is missing, in Better
 * Auth's format.
 */
async function answerPassword(services: Services, auth: Auth, { cookies, answer: body }: SignedIn): Promise<Response> {
  const cookie = cookies.getSetCookie().map((one) => one.split(";")[0]);
  const visitor = await whoIs(services, auth, new Headers({ cookie: cookie.join("; ") }));
  if (visitor.kind !== "guest") return json(body, 200, cookies);
  const missing = visitor.mfaPending?.missing;
  return json(
    { token: null, redirect: false, twoFactorRedirect: missing === "code", secondFactorMissing: missing === "secondFactor" },
    200,
    cookies,
  );
}

/** Verifies the second factor: an app's code or a recovery code, through either call. */
async function showSecondFactor(services: Services, auth: Auth, request: Request): Promise<Response> {
  const visitor = await whoIs(services, auth, request.headers);
  if (visitor.kind !== "guest" || visitor.mfaPending?.missing !== "code") return answer(refused("logInAgain"));
  const form = await readJson(request, CodeForm);
  if (!form.ok) return answer(form);

  const passed = await passSecondFactor(services, auth, visitor, form.value, request.headers);
  return passed.ok ? json({ token: null, status: true }, 200, passed.value.cookies) : answer(passed);
}

function answer(result: Result<SignedIn>): Response {
  if (result.ok) return json(result.value.answer, 200, result.value.cookies);

  const { field, kind, retryAfter = LIMIT_WINDOW_MS / 1_000 } = result;
  const wait: HeadersInit = kind === "limited" ? { "retry-after": String(retryAfter) } : {};
  return json({ ...errorOf(result), ...(field && { field }) }, refusalStatus[kind], wait);
}

function json(body: unknown, status: number, more: HeadersInit = {}): Response {
  const headers = new Headers(more);
  headers.set("content-type", "application/json; charset=utf-8");
  headers.set("cache-control", "no-store");
  return new Response(JSON.stringify(body), { status, headers });
}
