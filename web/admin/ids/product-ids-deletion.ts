import { ok, textOf } from "#shop/refusal.ts";
import { deleteIds } from "#shop/stock/ids/delete-ids.server.ts";
import { DeleteIdsForm } from "#shop/stock/ids/delete-ids-form.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay } from "#web/say.ts";
import { sayAbout } from "../products/product-answer.ts";
import type { Route } from "./+types/product-ids-deletion.ts";

export { default, loader, meta } from "./product-ids.tsx";

/** Deletes available IDs of a product: POST /admin/products/:productId/ids/deletion. [S2.35] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(DeleteIdsForm, request);
  if (!form.ok) return sayAbout(context, form, null);

  const deletion = await orSay(context, "failedToProcessRequest", () => deleteIds(services, visitor, params.productId, form.value));
  if (!deletion.ok) return sayAbout(context, deletion, null);
  const { deleted, skipped } = deletion.value;
  return sayAbout(context, ok({ notDeleted: skipped }), textOf("idsDeleted", { n: deleted }));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayProductOrNetworkError("failedToProcessRequest", serverAction);
}
