import { redirect } from "react-router";
import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { streamProgress } from "#web/admin/frame/stream-progress.ts";
import { requestContext } from "#web/context.ts";
import { orSay } from "#web/say.ts";
import { sayAbout } from "../product-answer.ts";
import type { Route } from "./+types/product-deletion-progress.ts";
import { INVENTORY } from "./inventory-address.ts";

/** A GET redirects to the page. */
export function loader() {
  return redirect(INVENTORY);
}

/**
 * Like POST …/deletion, but streams the progress: POST
 * /admin/products/:productId/deletion/progress. [S2.33] [S5.10]
 */
export function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  return streamProgress(async (report) => {
    const deletion = await orSay(context, "failedToDeleteProduct", () => deleteProduct(services, visitor, params.productId, report));
    return sayAbout(context, deletion, "productDeleted").data;
  });
}
