import { type MiddlewareFunction, redirect } from "react-router";
import { visitorContext } from "./context.ts";

/** A middleware that lets a request through, or throws the redirect. */
type Guard = (args: Parameters<MiddlewareFunction>[0]) => void;

/** For every route under /admin: lets admins alone through and sends others to /admin/login, and back afterwards. [S6.3] */
export const adminsOnly: Guard = ({ request, url, context }) => {
  if (context.get(visitorContext).kind !== "admin") throw redirect(withWayBack("/admin/login", request, url));
};

/** For pages of one's own: sends who is not signed in to /login, and back afterwards. [S2.19] */
export const signedInOnly: Guard = ({ request, url, context }) => {
  if (context.get(visitorContext).kind === "guest") throw redirect(withWayBack("/login", request, url));
};

/** A page is come back to, by the address in the address bar (a request's own ends in `.data` where the router asks); a form that was posted is not, for its address may have no page. */
function withWayBack(login: string, { method }: Request, { pathname, search }: URL): string {
  if (method !== "GET" && method !== "HEAD") return login;
  return `${login}?${new URLSearchParams({ to: pathname + search })}`;
}
