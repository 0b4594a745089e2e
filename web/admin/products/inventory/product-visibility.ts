import { z } from "zod";
import { hideProduct, showProduct } from "#shop/stock/products/show-product.server.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay } from "#web/say.ts";
import { sayAbout } from "../product-answer.ts";
import type { Route } from "./+types/product-visibility.ts";

export { default, loader, meta } from "./inventory.tsx";

const VisibilityForm = z.object({ visible: z.enum(["yes", "no"], "invalidInput") });

/** Hides or shows a product: POST /admin/products/:productId/visibility. [S2.33] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(VisibilityForm, request);
  if (!form.ok) return sayAbout(context, form, null);
  const [change, done] =
    form.value.visible === "yes" ? ([showProduct, "productShown"] as const) : ([hideProduct, "productHidden"] as const);

  const changed = await orSay(context, "failedToProcessRequest", () => change(services, visitor, params.productId));
  return sayAbout(context, changed, done);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayProductOrNetworkError("failedToProcessRequest", serverAction);
}
