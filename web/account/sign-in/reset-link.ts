import { redirect } from "react-router";
import { resetCookie } from "#shop/accounts/cookies.ts";
import { isKeyShaped } from "#shop/accounts/visitor.ts";
import { originContext } from "#web/context.ts";
import type { Route } from "./+types/reset-link.ts";

/**
 * Opens a reset link: keeps its token in a cookie and goes on to the clean address, so that the token stands in no history, and the form there can be
 * sent with its Origin. A link that does not work does the same. [S2.17]
 */
export function loader({ params, context }: Route.LoaderArgs) {
  const isSecure = context.get(originContext).startsWith("https:");
  const headers = new Headers({ "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" });
  headers.append("Set-Cookie", resetCookie(isKeyShaped(params.token) ? params.token : null, isSecure));
  return redirect("/reset-password", { status: 303, headers });
}
