import { editProduct } from "#shop/stock/products/edit-product.server.ts";
import { findProductInStore } from "#shop/stock/products/inventory.server.ts";
import { requestContext } from "#web/context.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { orSay } from "#web/say.ts";
import { sayAbout, typedProduct, withEntered } from "../product-answer.ts";
import type { Route } from "./+types/product-change.ts";
import { readProductForm } from "./read-product-form.ts";

export { default, loader } from "#web/admin/frame/dashboard.tsx";

/**
 * Changes a product: POST /admin/products/:productId. After a concurrent change it is refused and
 * the answer includes the current product. [S2.34] [S5.8]
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { origin, services, visitor } = context.get(requestContext);
  const typed = await typedProduct(request.clone());
  const form = await readProductForm(request, origin);
  if (!form.ok) return sayAbout(context, form, "productUpdated", typed);

  const { product, upload, seenAt } = form.value;
  const change = await orSay(context, "failedToUpdateProduct", () =>
    editProduct(services, visitor, params.productId, product, upload, seenAt),
  );
  const isChanged = !change.ok && change.code === "productChangedMeanwhile";
  const current = isChanged ? await findProductInStore(services, params.productId) : null;
  return sayAbout(context, withEntered(change), "productUpdated", typed, current);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNetworkError("networkNotOk", serverAction);
}
