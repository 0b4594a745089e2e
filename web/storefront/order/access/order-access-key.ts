import { redirect } from "react-router";
import { browserCookie, linkCookie } from "#shop/accounts/sessions/cookies.ts";
import { readAccessKey } from "#shop/orders/access/access-key.ts";
import { askForLink } from "#shop/orders/access/unlock-order.server.ts";
import { readRequestCode } from "#shop/orders/request-code.ts";
import { requestContext } from "#web/context.ts";
import { orFail } from "#web/say.ts";
import type { Route } from "./+types/order-access-key.ts";
import { isForSomebody } from "./open-by-link.server.ts";

/**
 * Redirects a private link to the clean address, with the key in a cookie. Only the order's page,
 * requested with that cookie, grants access, so that link previews and mail scanners do not use up
 * the buyer's devices. A wrong key redirects alike, without a cookie. [S6.6] [S6.7]
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { services, visitor, origin } = context.get(requestContext);
  const requestCode = readRequestCode(params.requestCode) ?? params.requestCode;
  const headers = new Headers({ "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" });
  const asked = await orFail(context, "failedToLoadOrderDetails", async () =>
    isForSomebody(request) ? askForLink(services, visitor, requestCode, readAccessKey(params.key)) : null,
  );
  const isSecure = origin.startsWith("https:");
  if (asked) headers.append("Set-Cookie", linkCookie(requestCode, asked.accessKey, isSecure));
  if (asked?.newBrowserKey) headers.append("Set-Cookie", browserCookie(asked.newBrowserKey, isSecure));
  return redirect(`/order-status/${encodeURIComponent(requestCode)}`, { status: 303, headers });
}
