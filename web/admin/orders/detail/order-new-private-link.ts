import { makeLink } from "#shop/orders/access/make-link.server.ts";
import { ok } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-new-private-link.ts";

export { default, loader, meta } from "./order.tsx";

/**
 * Creates an order's missing private link: POST /admin/orders/:requestCode/new-private-link. [S6.6]
 */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "linkMade" }, async ({ services, visitor, params, origin }) => {
    const made = await makeLink(services, visitor, params.requestCode);
    return made.ok ? ok({ url: origin + made.value.path }) : made;
  });
}

export const clientAction = withToast("failedToProcessRequest");
