import { changeBatch } from "#shop/stock/imports/change-batch.server.ts";
import { BatchDetails } from "#shop/stock/imports/import-form.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay } from "#web/say.ts";
import { sayAbout, typedProduct } from "../products/product-answer.ts";
import type { Route } from "./+types/batch-details.ts";

export { default, loader, meta } from "./batch.tsx";

/** Changes the source and the cost per ID of an import: POST /admin/batches/:batchId/details. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const typed = await typedProduct(request.clone());
  const form = await readForm(BatchDetails, request);
  if (!form.ok) return sayAbout(context, form, null, typed);

  const changed = await orSay(context, "failedToProcessRequest", () => changeBatch(services, visitor, params.batchId, form.value));
  return sayAbout(context, changed, "batchChanged", typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayProductOrNetworkError("failedToProcessRequest", serverAction);
}
