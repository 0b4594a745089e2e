import { messages } from "#shop/messages.ts";
import { editProduct } from "#shop/stock/edit-product.server.ts";
import { findProductInStore } from "#shop/stock/inventory.server.ts";
import { originContext, servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/product-change.ts";
import { sayAbout, typedProduct } from "./product-answer.ts";
import { readProductForm } from "./read-product-form.ts";

export { default, loader } from "./dashboard.tsx";

/** Changes a product; where it was changed meanwhile, tells what it is now: POST /admin/products/:productId. [S2.34] [S5.8] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const typed = await typedProduct(request.clone());
  const form = await readProductForm(request, context.get(originContext));
  if (!form.ok) return sayAbout(form, messages.productUpdated, typed);

  const { product, upload, seenAt } = form.value;
  const change = await orSay(context, "failedToUpdateProduct", () =>
    editProduct(context.get(servicesContext), context.get(visitorContext), params.productId, product, upload, seenAt),
  );
  const isChanged = !change.ok && change.code === "productChangedMeanwhile";
  const current = isChanged ? await findProductInStore(context.get(servicesContext), params.productId) : null;
  return sayAbout(change, messages.productUpdated, typed, current);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("networkNotOk", serverAction);
}
