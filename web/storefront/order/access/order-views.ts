import { addOrderView } from "#shop/orders/access/order-views.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-views.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

/** Lets the visitor's account read an order that this browser opened by its private link. [S6.6] */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const added = await orSay(context, "failedToProcessRequest", () => addOrderView(services, visitor, params.requestCode));
  return say(context, added, "orderViewAdded");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
