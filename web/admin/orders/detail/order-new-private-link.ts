import { messages } from "#shop/messages.ts";
import { makeLink } from "#shop/orders/make-link.server.ts";
import { granted } from "#shop/refusal.ts";
import { originContext, servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-new-private-link.ts";

export { default, loader, meta } from "./order.tsx";

/** An admin makes a private link to an order that has none: POST /admin/orders/:requestCode/new-private-link. [S6.6] */
export async function action({ params, context }: Route.ActionArgs) {
  const made = await orSay(context, "failedToProcessRequest", () =>
    makeLink(context.get(servicesContext), context.get(visitorContext), params.requestCode),
  );
  return say(made.ok ? granted({ url: context.get(originContext) + made.value.path }) : made, messages.linkMade);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToProcessRequest", serverAction);
}
