import { endOrderView } from "#shop/orders/access/order-views.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-view-ending.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

/** Ends an account's view of an order. [S6.6] */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const ended = await orSay(context, "failedToProcessRequest", () => endOrderView(services, visitor, params));
  return say(context, ended, "orderViewEnded");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
