import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-cancellation.ts";

export { default, loader } from "./order-history.tsx";

/**
 * Cancels the customer's own pending order: POST /account/orders/:requestCode/cancellation. [S2.20]
 * [S4.3] [S6.2]
 */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToCancelOrder", done: "orderCancelled" }, ({ services, visitor, params }) =>
    cancelOrder(services, visitor, params.requestCode),
  );
}

export const clientAction = withToast("failedToCancelOrder");
