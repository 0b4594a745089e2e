import { adoptOrder } from "#shop/orders/access/adopt-order.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-adoption.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

/** Moves a guest's order into the account of a customer with its key. [S6.6] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "orderAdded" }, ({ services, visitor, params }) =>
    adoptOrder(services, visitor, params.requestCode),
  );
}

export const clientAction = withToast("failedToProcessRequest");
