import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-cancellation.ts";
import { refuseStranger } from "./access/refuse-stranger.server.ts";

export { default, ErrorBoundary, headers, loader, meta } from "./order-status.tsx";

/** Cancels a pending order for its buyer. [S4.3] [S6.2] [S6.6] */
export async function action(args: Route.ActionArgs) {
  const no = await refuseStranger(args.context, args.params.requestCode, args.request);
  if (no) return no;
  return runAction(args, { failed: "failedToCancelOrder", done: "orderCancelled" }, ({ services, visitor, params }) =>
    cancelOrder(services, visitor, params.requestCode),
  );
}

export const clientAction = withToast("failedToCancelOrder");
