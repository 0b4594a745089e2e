import { type MiddlewareFunction, redirect } from "react-router";
import { visitorContext } from "./context.ts";

/** For every route under /admin: lets admins alone through and sends others to /admin/login, and back afterwards. [S6.3] */
export const adminsOnly: MiddlewareFunction = ({ request, context }) => {
  if (context.get(visitorContext).kind !== "admin") throw redirect(withWayBack("/admin/login", request));
};

/** For pages of one's own: sends who is not signed in to /login, and back afterwards. [S2.19] */
export const signedInOnly: MiddlewareFunction = ({ request, context }) => {
  if (context.get(visitorContext).kind === "guest") throw redirect(withWayBack("/login", request));
};

/** A page is come back to; a form that was posted is not, for its address may have no page. */
function withWayBack(login: string, request: Request): string {
  if (request.method !== "GET" && request.method !== "HEAD") return login;
  const { pathname, search } = new URL(request.url);
  return `${login}?${new URLSearchParams({ to: pathname + search })}`;
}
