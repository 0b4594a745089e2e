import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { sendWithProgress } from "#web/admin/frame/send-with-progress.ts";
import { streamsProgress, withProgress } from "#web/admin/frame/stream-progress.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/product-deletion.ts";

export { default, loader, meta } from "./inventory.tsx";

export const middleware: Route.MiddlewareFunction[] = [streamsProgress];

/** Deletes a product: POST /admin/products/:productId/deletion. [S2.33] [S5.10] */
export const action = withProgress((args: Route.ActionArgs, report) =>
  runAction(args, { failed: "failedToDeleteProduct", done: "productDeleted" }, ({ services, visitor, params }) =>
    deleteProduct(services, visitor, params.productId, report),
  ),
);

export function clientAction({ params, serverAction }: Route.ClientActionArgs) {
  const address = `/admin/products/${encodeURIComponent(params.productId)}/deletion`;
  return sayProductOrNetworkError("failedToDeleteProduct", () => sendWithProgress(address, new FormData(), serverAction));
}
