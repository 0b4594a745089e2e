import { messages } from "#shop/messages.ts";
import { replaceId } from "#shop/orders/replace-id.server.ts";
import { ReplacementForm } from "#shop/orders/replacement.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-replacement.ts";

export { default, loader, meta } from "./order.tsx";

/** Replaces a dead ID of an approved order: POST /admin/orders/:requestCode/replacement. [S2.9] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(ReplacementForm, request);
  if (!form.ok) return say(form);

  const replaced = await orSay(context, "failedToProcessRequest", () =>
    replaceId(context.get(servicesContext), context.get(visitorContext), params.requestCode, form.value),
  );
  return say(replaced, messages.idReplaced);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToProcessRequest", serverAction);
}
