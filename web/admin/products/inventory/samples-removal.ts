import { ok } from "#shop/refusal.ts";
import { removeSamples } from "#shop/stock/products/deletion/remove-samples.server.ts";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { requestContext } from "#web/context.ts";
import { orSay } from "#web/say.ts";
import { sayAbout } from "../product-answer.ts";
import type { Route } from "./+types/samples-removal.ts";

export { default, loader, meta } from "./inventory.tsx";

/** Deletes the sample products: POST /admin/products/samples/removal. [S5.10] */
export async function action({ context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const removal = await orSay(context, "failedToDeleteProduct", () => removeSamples(services, visitor));
  return sayAbout(context, removal.ok ? ok(null) : removal, "samplesRemoved");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayProductOrNetworkError("failedToDeleteProduct", serverAction);
}
