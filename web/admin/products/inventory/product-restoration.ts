import { textOf } from "#shop/refusal.ts";
import { type RestoredProduct, restoreProduct } from "#shop/stock/products/deletion/restore-product.server.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/product-restoration.ts";

export { default, loader, meta } from "./inventory.tsx";

/** Restores a deleted product: POST /admin/products/:productId/restoration. [S5.10] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { failed: "failedToProcessRequest", done: ({ restored }: RestoredProduct) => textOf("productRestored", { n: restored }) },
    ({ services, visitor, params }) => restoreProduct(services, visitor, params.productId),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayProductOrNetworkError("failedToProcessRequest", serverAction);
}
