import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-cancellation.ts";

export { default, ErrorBoundary, headers, loader, meta } from "./order-status.tsx";

/** Cancels a pending order for its buyer. [S4.3] [S6.2] [S6.6] */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const cancelled = await orSay(context, "failedToCancelOrder", () => cancelOrder(services, visitor, params.requestCode));
  return say(context, cancelled, "orderCancelled");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToCancelOrder", serverAction);
}
