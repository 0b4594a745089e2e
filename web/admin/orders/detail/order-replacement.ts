import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { ReplacementForm } from "#shop/orders/decisions/replace/replacement.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-replacement.ts";

export { default, loader, meta } from "./order.tsx";

/** Replaces a faulty ID of an order: POST /admin/orders/:requestCode/replacement. [S2.9] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(ReplacementForm, request);
  if (!form.ok) return say(context, form);

  const replaced = await orSay(context, "failedToProcessRequest", () => replaceId(services, visitor, params.requestCode, form.value));
  return say(context, replaced, "idReplaced");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
