import { endBuyerPush } from "#shop/orders/access/buyer-push.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-push-removal.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

/** Tells this browser of news no more: POST /order-status/:requestCode/push/removal. [S14.11] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "pushSwitchedOff" }, ({ services, visitor }) =>
    endBuyerPush(services, visitor),
  );
}

export const clientAction = withToast("failedToProcessRequest");
