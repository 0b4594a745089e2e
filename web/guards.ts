import { data, type MiddlewareFunction, redirect } from "react-router";
import { adminIn, type Visitor } from "#shop/accounts/visitor.ts";
import { type Refusal, refused } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { visitorContext } from "./context.ts";

/** A middleware that lets a request through, or throws the answer. */
type Guard = (args: Parameters<MiddlewareFunction>[0]) => void;

/** Where an admin sets up the second factor: the one page under /admin for who has to do that first. */
const SECOND_FACTOR = "/admin/second-factor";

/** For every route under /admin: lets admins alone through and sends others to where they are let in, and back afterwards. [S6.3] */
export const adminsOnly: Guard = ({ request, url, context }) => {
  const visitor = context.get(visitorContext);
  const isSetUp = url.pathname === SECOND_FACTOR || url.pathname.startsWith(`${SECOND_FACTOR}/`);
  if (visitor.kind === "admin" || (isSetUp && adminIn(visitor) !== null)) return;
  throw elsewhere("/admin/login", visitor, request, url);
};

/** For pages of one's own: sends who is not signed in to /login, and back afterwards. [S2.19] */
export const signedInOnly: Guard = ({ request, url, context }) => {
  const visitor = context.get(visitorContext);
  if (visitor.kind === "guest") throw elsewhere("/login", visitor, request, url);
};

/**
 * A page is come back to, by the address in the address bar (a request's own ends in `.data` where the router asks). A form that was sent when the
 * session had gone is refused `logInAgain` and not led away from: it keeps what was typed, to be sent again after logging in elsewhere.
 */
function elsewhere(login: string, visitor: Visitor, { method }: Request, { pathname, search }: URL) {
  const missing = visitor.kind === "guest" ? visitor.halfway?.missing : undefined;
  if (method !== "GET" && method !== "HEAD") return no(refused(missing === "secondFactor" ? "secondFactorFirst" : "logInAgain"));
  if (missing === "secondFactor") return redirect(SECOND_FACTOR);
  return redirect(`${missing === "code" ? "/login/code" : login}?${new URLSearchParams({ to: pathname + search })}`);
}

function no(refusal: Refusal) {
  return data(refusal, { status: refusalStatus[refusal.kind] });
}
