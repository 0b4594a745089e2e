import { type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { adminIn } from "#shop/accounts/visitor.ts";
import { refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { requestContext } from "./context.ts";
import { rightOfPage } from "./page-rights.ts";
import { say } from "./say.ts";

/** A middleware that lets the request through or throws the response. */
type Guard = (args: Parameters<MiddlewareFunction>[0]) => void;

/** Where an admin sets up the second factor: the only page under /admin open before that. */
const SECOND_FACTOR = "/admin/second-factor";

/**
 * Lets those pass who work in the shop and have the right that the page asks for; refuses
 * `rightMissing`. Others are redirected to the login and come back afterwards. For every route under
 * /admin. [S6.3] [S13.2]
 */
export const adminsOnly: Guard = ({ request, url, context }) => {
  const { visitor } = context.get(requestContext);
  const isSetUp = url.pathname === SECOND_FACTOR || url.pathname.startsWith(`${SECOND_FACTOR}/`);
  const right = rightOfPage(url.pathname);
  if (visitor.kind === "admin" && right !== null && !may(visitor, right)) throw say(context, rightMissing(right));
  if (visitor.kind === "admin" || (isSetUp && adminIn(visitor) !== null)) return;
  throw elsewhere("/admin/login", context, request, url);
};

/** Redirects guests to /login, and back afterwards. For the account pages. [S2.19] */
export const signedInOnly: Guard = ({ request, url, context }) => {
  const { visitor } = context.get(requestContext);
  if (visitor.kind === "guest") throw elsewhere("/login", context, request, url);
};

/**
 * A GET is redirected to the login with the page's own address in `to` (`request.url` may end in
 * `.data`). A form posted after the session ended is refused `logInAgain` or `secondFactorFirst`
 * instead, so that the page keeps what was typed.
 */
function elsewhere(login: string, context: Readonly<RouterContextProvider>, { method }: Request, { pathname, search }: URL) {
  const { visitor } = context.get(requestContext);
  const missing = visitor.kind === "guest" ? visitor.mfaPending?.missing : undefined;
  if (method !== "GET" && method !== "HEAD") return say(context, refused(missing === "secondFactor" ? "secondFactorFirst" : "logInAgain"));
  if (missing === "secondFactor") return redirect(SECOND_FACTOR);
  return redirect(`${missing === "code" ? "/login/code" : login}?${new URLSearchParams({ to: pathname + search })}`);
}
