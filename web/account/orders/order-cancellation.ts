import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-cancellation.ts";

export { default, loader } from "./order-history.tsx";

/**
 * Cancels the customer's own pending order: POST /account/orders/:requestCode/cancellation. [S2.20]
 * [S4.3] [S6.2]
 */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const cancellation = await orSay(context, "failedToCancelOrder", () => cancelOrder(services, visitor, params.requestCode));
  return say(context, cancellation, "orderCancelled");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToCancelOrder", serverAction);
}
