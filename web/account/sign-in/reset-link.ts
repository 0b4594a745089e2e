import { redirect } from "react-router";
import { resetCookie } from "#shop/accounts/sessions/cookies.ts";
import { isKeyShaped } from "#shop/accounts/visitor.ts";
import { requestContext } from "#web/context.ts";
import type { Route } from "./+types/reset-link.ts";

/**
 * Opens a reset link: stores its token in a cookie and redirects to a clean address. So the token
 * is not in the history, and the form can be sent with its Origin. An invalid link does the same.
 * [S2.17]
 */
export function loader({ params, context }: Route.LoaderArgs) {
  const isSecure = context.get(requestContext).origin.startsWith("https:");
  const headers = new Headers({ "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" });
  headers.append("Set-Cookie", resetCookie(isKeyShaped(params.token) ? params.token : null, isSecure));
  return redirect("/reset-password", { status: 303, headers });
}
