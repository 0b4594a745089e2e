import { removeSamples } from "#shop/stock/products/deletion/remove-samples.server.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/samples-removal.ts";

export { default, loader, meta } from "./inventory.tsx";

/** Deletes the sample products: POST /admin/products/samples/removal. [S5.10] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToDeleteProduct", done: "samplesRemoved" }, ({ services, visitor }) =>
    removeSamples(services, visitor),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayProductOrNetworkError("failedToDeleteProduct", serverAction);
}
