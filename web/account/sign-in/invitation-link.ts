import { redirect } from "react-router";
import { invitationCookie } from "#shop/accounts/sessions/cookies.ts";
import { isKeyShaped } from "#shop/accounts/visitor.ts";
import { requestContext } from "#web/context.ts";
import type { Route } from "./+types/invitation-link.ts";

/**
 * Opens an invitation: stores its token in a cookie and redirects to a clean address, as a reset
 * link does. It uses nothing up, and an invalid link does the same. [S13.7]
 */
export function loader({ params, context }: Route.LoaderArgs) {
  const isSecure = context.get(requestContext).origin.startsWith("https:");
  const headers = new Headers({ "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" });
  headers.append("Set-Cookie", invitationCookie(isKeyShaped(params.token) ? params.token : null, isSecure));
  return redirect("/invitation", { status: 303, headers });
}
