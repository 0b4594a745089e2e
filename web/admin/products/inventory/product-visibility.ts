import { z } from "zod";
import { messages } from "#shop/messages.ts";
import { hideProduct, showProduct } from "#shop/stock/show-product.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/product-visibility.ts";
import { sayAbout } from "./product-answer.ts";

export { default, loader } from "./dashboard.tsx";

const VisibilityForm = z.object({ visible: z.enum(["yes", "no"], "invalidInput") });

/** Hides a product, or shows it again: POST /admin/products/:productId/visibility. [S2.33] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(VisibilityForm, request);
  if (!form.ok) return sayAbout(form, "");
  const [change, done] = form.value.visible === "yes" ? [showProduct, messages.productShown] : [hideProduct, messages.productHidden];

  const changed = await orSay(context, "failedToProcessRequest", () =>
    change(context.get(servicesContext), context.get(visitorContext), params.productId),
  );
  return sayAbout(changed, done);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToProcessRequest", serverAction);
}
