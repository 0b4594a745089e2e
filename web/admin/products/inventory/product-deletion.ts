import { messages } from "#shop/messages.ts";
import { deleteProduct } from "#shop/orders/delete-product.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/product-deletion.ts";
import { sayAbout } from "./product-answer.ts";
import { sendTold } from "./send-told.ts";

export { default, loader } from "./dashboard.tsx";

/** Takes a product off sale: POST /admin/products/:productId/deletion. [S2.33] [S5.10] */
export async function action({ params, context }: Route.ActionArgs) {
  const deletion = await orSay(context, "failedToDeleteProduct", () =>
    deleteProduct(context.get(servicesContext), context.get(visitorContext), params.productId),
  );
  return sayAbout(deletion, messages.productDeleted);
}

export function clientAction({ params, serverAction }: Route.ClientActionArgs) {
  const address = `/admin/products/${encodeURIComponent(params.productId)}/deletion`;
  return orUnreached("failedToDeleteProduct", () => sendTold(address, new FormData(), serverAction));
}
