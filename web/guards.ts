import { data, type MiddlewareFunction, redirect } from "react-router";
import { refused } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { visitorContext } from "./context.ts";

/** A middleware that lets a request through, or throws the answer. */
type Guard = (args: Parameters<MiddlewareFunction>[0]) => void;

/** For every route under /admin: lets admins alone through and sends others to /admin/login, and back afterwards. [S6.3] */
export const adminsOnly: Guard = ({ request, url, context }) => {
  if (context.get(visitorContext).kind !== "admin") throw elsewhere("/admin/login", request, url);
};

/** For pages of one's own: sends who is not signed in to /login, and back afterwards. [S2.19] */
export const signedInOnly: Guard = ({ request, url, context }) => {
  if (context.get(visitorContext).kind === "guest") throw elsewhere("/login", request, url);
};

/**
 * A page is come back to, by the address in the address bar (a request's own ends in `.data` where the router asks). A form that was sent when the
 * session had gone is refused `logInAgain` and not led away from: it keeps what was typed, to be sent again after logging in elsewhere.
 */
function elsewhere(login: string, { method }: Request, { pathname, search }: URL) {
  if (method === "GET" || method === "HEAD") return redirect(`${login}?${new URLSearchParams({ to: pathname + search })}`);
  const no = refused("logInAgain");
  return data(no, { status: refusalStatus[no.kind] });
}
