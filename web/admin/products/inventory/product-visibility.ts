import { z } from "zod";
import { hideProduct, showProduct } from "#shop/stock/products/show-product.server.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/product-visibility.ts";

export { default, loader, meta } from "./inventory.tsx";

const VisibilityForm = z.object({ visible: z.enum(["yes", "no"], "invalidInput") });

/** Hides or shows a product: POST /admin/products/:productId/visibility. [S2.33] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      form: VisibilityForm,
      failed: "failedToProcessRequest",
      done: (_: null, { visible }) => (visible === "yes" ? "productShown" : "productHidden"),
    },
    ({ services, visitor, params }, { visible }) => (visible === "yes" ? showProduct : hideProduct)(services, visitor, params.productId),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayProductOrNetworkError("failedToProcessRequest", serverAction);
}
