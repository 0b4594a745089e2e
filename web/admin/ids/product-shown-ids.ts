import { showProductIds } from "#shop/stock/ids/reading/show-product-ids.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/product-shown-ids.ts";

export { default, loader, meta } from "./product-ids.tsx";

/** Shows a helper a product's IDs for an hour: POST /admin/products/:productId/ids/shown-ids. [S13.6] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "idsShown" }, ({ services, visitor, params }) =>
    showProductIds(services, visitor, params.productId),
  );
}

export const clientAction = withToast("failedToProcessRequest");
