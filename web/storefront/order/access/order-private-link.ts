import { messages } from "#shop/messages.ts";
import { revokeLink } from "#shop/orders/revoke-link.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-private-link.ts";

export { default, ErrorBoundary, headers, loader, meta } from "./order-status.tsx";

/** Its buyer, or an admin, ends the private link. [S6.6] */
export async function action({ params, context }: Route.ActionArgs) {
  const revoked = await orSay(context, "failedToProcessRequest", () =>
    revokeLink(context.get(servicesContext), context.get(visitorContext), params.requestCode),
  );
  return say(revoked, messages.linkRevoked);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToProcessRequest", serverAction);
}
