import { messages } from "#shop/messages.ts";
import { addProduct } from "#shop/stock/add-product.server.ts";
import { originContext, servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/product-addition.ts";
import { sayAbout, typedProduct } from "./product-answer.ts";
import { readProductForm } from "./read-product-form.ts";

export { default, loader } from "./dashboard.tsx";

/** Puts a product on sale: POST /admin/products. [S2.34] [S5.8] */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedProduct(request.clone());
  const form = await readProductForm(request, context.get(originContext));
  if (!form.ok) return sayAbout(form, messages.productAdded, typed);

  const addition = await orSay(context, "failedToAddProduct", () =>
    addProduct(context.get(servicesContext), context.get(visitorContext), form.value.product, form.value.upload),
  );
  return sayAbout(addition, messages.productAdded, typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("networkNotOk", serverAction);
}
