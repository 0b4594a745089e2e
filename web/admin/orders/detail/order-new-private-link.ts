import { makeLink } from "#shop/orders/access/make-link.server.ts";
import { ok } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-new-private-link.ts";

export { default, loader, meta } from "./order.tsx";

/**
 * Creates an order's missing private link: POST /admin/orders/:requestCode/new-private-link. [S6.6]
 */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor, origin } = context.get(requestContext);
  const made = await orSay(context, "failedToProcessRequest", () => makeLink(services, visitor, params.requestCode));
  return say(context, made.ok ? ok({ url: origin + made.value.path }) : made, "linkMade");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
