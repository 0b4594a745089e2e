import { undoRecall } from "#shop/orders/recalls/recall-import.server.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/batch-recall-undo.ts";

export { default, loader, meta } from "./batch.tsx";

/** Undoes the recall of an import: POST /admin/batches/:batchId/recall/undo. [S15.11] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "recallIsUndone" }, ({ services, visitor, params }) =>
    undoRecall(services, visitor, params.batchId),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayProductOrNetworkError("failedToProcessRequest", serverAction);
}
