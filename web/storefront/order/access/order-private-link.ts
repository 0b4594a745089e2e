import { revokeLink } from "#shop/orders/access/revoke-link.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-private-link.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

/** Revokes the private link, for the buyer or an admin. [S6.6] */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const revoked = await orSay(context, "failedToProcessRequest", () => revokeLink(services, visitor, params.requestCode));
  return say(context, revoked, "linkRevoked");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
