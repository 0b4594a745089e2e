import { addOrderView } from "#shop/orders/access/order-views.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-views.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

/** Lets the visitor's account read an order that this browser opened by its private link. [S6.6] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "orderViewAdded" }, ({ services, visitor, params }) =>
    addOrderView(services, visitor, params.requestCode),
  );
}

export const clientAction = withToast("failedToProcessRequest");
