import { redirect } from "react-router";
import { browserCookie } from "#shop/accounts/cookies.ts";
import { unlockOrder } from "#shop/orders/unlock-order.server.ts";
import { originContext, servicesContext, visitorContext } from "#web/context.ts";
import { orFail } from "#web/say.ts";
import type { Route } from "./+types/order-key.ts";

/** Opens a private link in this browser and goes on to the clean address; a wrong key does the same and opens nothing. [S6.6] [S6.7] */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { newBrowserKey } = await orFail(context, "failedToLoadOrderDetails", async () => {
    // Who only asks for the headers, such as a chat that shows a preview, is no browser of the buyer.
    if (request.method === "HEAD") return { newBrowserKey: null };
    return unlockOrder(context.get(servicesContext), context.get(visitorContext), params.requestCode, params.key);
  });
  const headers = new Headers({ "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" });
  if (newBrowserKey) headers.append("Set-Cookie", browserCookie(newBrowserKey, context.get(originContext).startsWith("https:")));
  return redirect(`/order-status/${encodeURIComponent(params.requestCode)}`, { status: 303, headers });
}
