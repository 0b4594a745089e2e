import { showBatchIds } from "#shop/stock/ids/reading/show-product-ids.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/batch-shown-ids.ts";

export { default, loader, meta } from "./batch.tsx";

/** Shows a helper the IDs of an import's product for an hour: POST /admin/batches/:batchId/shown-ids. [S13.6] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "idsShown" }, ({ services, visitor, params }) =>
    showBatchIds(services, visitor, params.batchId),
  );
}

export const clientAction = withToast("failedToProcessRequest");
