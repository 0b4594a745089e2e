import { data } from "react-router";
import { USER_AGENT_MAX_LENGTH } from "#shop/accounts/constants.ts";
import { browserCookie } from "#shop/accounts/sessions/cookies.ts";
import { readSession } from "#shop/accounts/sessions/who-is.server.ts";
import { drawBrowserKey } from "#shop/orders/access/access-key.server.ts";
import { addBuyerPush } from "#shop/orders/access/buyer-push.server.ts";
import { withBrowserKey } from "#shop/orders/access/unlock-order.server.ts";
import { PushForm } from "#shop/push/push-form.ts";
import { requestContext } from "#web/context.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import { refuseStranger } from "../access/refuse-stranger.server.ts";
import type { Route } from "./+types/order-push.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

/**
 * Tells the order's buyer of news on this browser from now on: POST /order-status/:requestCode/push.
 * The browser of a customer gets a key if it has none. [S14.11]
 */
export async function action(args: Route.ActionArgs) {
  const { visitor, origin } = args.context.get(requestContext);
  const no = await refuseStranger(args.context, args.params.requestCode, args.request);
  if (no) return no;
  const drawn = visitor.kind === "guest" || visitor.keys.browser !== null ? null : drawBrowserKey();
  const said = await runAction(
    args,
    { form: PushForm, failed: "failedToProcessRequest", done: "pushSwitchedOn" },
    async ({ services, auth, visitor, headers, params }, form) => {
      const found = await readSession(services, auth, headers);
      const buyer = drawn ? withBrowserKey(visitor, drawn.key) : visitor;
      const from = { sessionId: found?.session.id ?? null, userAgent: headers.get("user-agent")?.slice(0, USER_AGENT_MAX_LENGTH) ?? null };
      return addBuyerPush(services, buyer, params.requestCode, form, from);
    },
  );
  if (!drawn || !said.data.ok) return said;
  return data(said.data, { headers: { "Set-Cookie": browserCookie(drawn.key, origin.startsWith("https:")) } });
}

export const clientAction = withToast("failedToProcessRequest");
