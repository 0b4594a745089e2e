import { redirect } from "react-router";
import { adoptBrowserOrders } from "#shop/orders/access/adopt-browser-orders.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/my-orders-adoption.ts";

export { default, ErrorBoundary, headers, loader, meta } from "./my-orders.tsx";

/**
 * Moves the guest orders of this browser into the visitor's account, and shows them there. [S12.1]
 */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", goTo: () => redirect("/account", 303) }, ({ services, visitor }) =>
    adoptBrowserOrders(services, visitor),
  );
}

export const clientAction = withToast("failedToProcessRequest");
