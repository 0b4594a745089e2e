import { adoptOrder } from "#shop/orders/access/adopt-order.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-adoption.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

/** Moves a guest's order into the account of a customer with its key. [S6.6] */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const adopted = await orSay(context, "failedToProcessRequest", () => adoptOrder(services, visitor, params.requestCode));
  return say(context, adopted, "orderAdded");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
