import { messages } from "#shop/messages.ts";
import { granted } from "#shop/refusal.ts";
import { restoreProduct } from "#shop/stock/restore-product.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/product-restoration.ts";
import { sayAbout } from "./product-answer.ts";

export { default, loader } from "./dashboard.tsx";

/** Brings a deleted product back: POST /admin/products/:productId/restoration. [S5.10] */
export async function action({ params, context }: Route.ActionArgs) {
  const restoration = await orSay(context, "failedToProcessRequest", () =>
    restoreProduct(context.get(servicesContext), context.get(visitorContext), params.productId),
  );
  if (!restoration.ok) return sayAbout(restoration, "");
  const { restored, leftOut } = restoration.value;
  return sayAbout(granted({ leftOut }), messages.productRestored(restored));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToProcessRequest", serverAction);
}
