import { messages } from "#shop/messages.ts";
import { changeBatch } from "#shop/stock/change-batch.server.ts";
import { BatchDetails } from "#shop/stock/import-form.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/batch-details.ts";
import { sayAbout, typedProduct } from "./product-answer.ts";

export { default, loader, meta } from "./batch.tsx";

/** Writes down where an import is from and what each of its IDs cost: POST /admin/batches/:batchId/details. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const typed = await typedProduct(request.clone());
  const form = await readForm(BatchDetails, request);
  if (!form.ok) return sayAbout(form, "", typed);

  const changed = await orSay(context, "failedToProcessRequest", () =>
    changeBatch(context.get(servicesContext), context.get(visitorContext), params.batchId, form.value),
  );
  return sayAbout(changed, messages.batchChanged, typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToProcessRequest", serverAction);
}
