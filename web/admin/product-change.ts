import { ProductForm } from "#shop/catalogue/product-form.ts";
import { messages } from "#shop/messages.ts";
import { editProduct } from "#shop/stock/edit-product.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/product-change.ts";
import { sayAbout, typedProduct } from "./product-answer.ts";

export { default, loader } from "./dashboard.tsx";

/** Changes a product: POST /admin/products/:productId. [S2.34] [S5.8] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const typed = await typedProduct(request.clone());
  const form = await readForm(ProductForm, request);
  if (!form.ok) return sayAbout(form, messages.productUpdated, typed);

  const change = await orSay(context, "failedToUpdateProduct", () =>
    editProduct(context.get(servicesContext), context.get(visitorContext), params.productId, form.value),
  );
  return sayAbout(change, messages.productUpdated, typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("networkNotOk", serverAction);
}
