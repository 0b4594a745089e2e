import { changeBatch } from "#shop/stock/imports/change-batch.server.ts";
import { BatchDetails } from "#shop/stock/imports/import-form.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { runAction } from "#web/run-action.ts";
import { typedProduct } from "../products/product-answer.ts";
import type { Route } from "./+types/batch-details.ts";

export { default, loader, meta } from "./batch.tsx";

/** Changes the source and the cost per ID of an import: POST /admin/batches/:batchId/details. */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: BatchDetails, failed: "failedToProcessRequest", done: "batchChanged", typed: typedProduct },
    ({ services, visitor, params }, form) => changeBatch(services, visitor, params.batchId, form),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayProductOrNetworkError("failedToProcessRequest", serverAction);
}
