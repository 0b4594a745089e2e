import { messages } from "#shop/messages.ts";
import { granted } from "#shop/refusal.ts";
import { deleteIds } from "#shop/stock/delete-ids.server.ts";
import { DeleteIdsForm } from "#shop/stock/delete-ids-form.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/product-ids-deletion.ts";
import { sayAbout } from "./product-answer.ts";

export { default, loader } from "./dashboard.tsx";

/** Deletes available IDs of a product: POST /admin/products/:productId/ids/deletion. [S2.35] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(DeleteIdsForm, request);
  if (!form.ok) return sayAbout(form, "");

  const deletion = await orSay(context, "failedToProcessRequest", () =>
    deleteIds(context.get(servicesContext), context.get(visitorContext), params.productId, form.value),
  );
  if (!deletion.ok) return sayAbout(deletion, "");
  const { deleted, skipped } = deletion.value;
  return sayAbout(granted({ notDeleted: skipped }), messages.idsDeleted(deleted));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToProcessRequest", serverAction);
}
