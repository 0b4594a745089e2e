import { endOrderView } from "#shop/orders/access/order-views.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-view-ending.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

/** Ends an account's view of an order. [S6.6] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "orderViewEnded" }, ({ services, visitor, params }) =>
    endOrderView(services, visitor, params),
  );
}

export const clientAction = withToast("failedToProcessRequest");
