import { redirect } from "react-router";
import { messages } from "#shop/messages.ts";
import { deleteProduct } from "#shop/orders/delete-product.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/product-deletion-progress.ts";
import { sayAbout } from "./product-answer.ts";
import { toldInLines } from "./told-in-lines.ts";

/** Who only comes to look is shown the page. */
export function loader() {
  return redirect("/admin/dashboard?tab=products");
}

/** The same as POST …/deletion, and tells how far it is: POST /admin/products/:productId/deletion/progress. [S2.33] [S5.10] */
export function action({ params, context }: Route.ActionArgs) {
  return toldInLines(async (tell) => {
    const deletion = await orSay(context, "failedToDeleteProduct", () =>
      deleteProduct(context.get(servicesContext), context.get(visitorContext), params.productId, tell),
    );
    return sayAbout(deletion, messages.productDeleted).data;
  });
}
