import { revokeLink } from "#shop/orders/access/revoke-link.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-private-link.ts";

export { default, loader, meta } from "./order.tsx";

/** Revokes the private link for an admin: POST /admin/orders/:requestCode/private-link. [S6.6] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "linkRevoked" }, ({ services, visitor, params }) =>
    revokeLink(services, visitor, params.requestCode),
  );
}

export const clientAction = withToast("failedToProcessRequest");
