import { ok, textOf } from "#shop/refusal.ts";
import { restoreProduct } from "#shop/stock/products/deletion/restore-product.server.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { requestContext } from "#web/context.ts";
import { orSay } from "#web/say.ts";
import { sayAbout } from "../product-answer.ts";
import type { Route } from "./+types/product-restoration.ts";

export { default, loader, meta } from "./inventory.tsx";

/** Restores a deleted product: POST /admin/products/:productId/restoration. [S5.10] */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const restoration = await orSay(context, "failedToProcessRequest", () => restoreProduct(services, visitor, params.productId));
  if (!restoration.ok) return sayAbout(context, restoration, null);
  const { restored, leftOut } = restoration.value;
  return sayAbout(context, ok({ leftOut }), textOf("productRestored", { n: restored }));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayProductOrNetworkError("failedToProcessRequest", serverAction);
}
