import { showOrderIds } from "#shop/orders/access/show-order-ids.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-shown-ids.ts";

export { default, loader, meta } from "./order.tsx";

/** Shows a helper an order's IDs for an hour: POST /admin/orders/:requestCode/shown-ids. [S13.6] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "idsShown" }, ({ services, visitor, params }) =>
    showOrderIds(services, visitor, params.requestCode),
  );
}

export const clientAction = withToast("failedToProcessRequest");
