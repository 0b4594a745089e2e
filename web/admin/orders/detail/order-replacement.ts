import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { ReplacementForm } from "#shop/orders/decisions/replace/replacement.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-replacement.ts";

export { default, loader, meta } from "./order.tsx";

/** Replaces a faulty ID of an order: POST /admin/orders/:requestCode/replacement. [S2.9] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: ReplacementForm, failed: "failedToProcessRequest", done: "idReplaced" },
    ({ services, visitor, params }, form) => replaceId(services, visitor, params.requestCode, form),
  );
}

export const clientAction = withToast("failedToProcessRequest");
