import { addProduct } from "#shop/stock/products/add-product.server.ts";
import { requestContext } from "#web/context.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { orSay } from "#web/say.ts";
import { sayAbout, typedProduct, withEntered } from "../product-answer.ts";
import type { Route } from "./+types/product-addition.ts";
import { readProductForm } from "./read-product-form.ts";

export { default, loader } from "#web/admin/frame/dashboard.tsx";

/** Adds a product: POST /admin/products. [S2.34] [S5.8] */
export async function action({ request, context }: Route.ActionArgs) {
  const { origin, services, visitor } = context.get(requestContext);
  const typed = await typedProduct(request.clone());
  const form = await readProductForm(request, origin);
  if (!form.ok) return sayAbout(context, form, "productAdded", typed);

  const addition = await orSay(context, "failedToAddProduct", () => addProduct(services, visitor, form.value.product, form.value.upload));
  return sayAbout(context, withEntered(addition), "productAdded", typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNetworkError("networkNotOk", serverAction);
}
