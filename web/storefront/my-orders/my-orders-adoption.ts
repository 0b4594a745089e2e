import { redirect } from "react-router";
import { adoptBrowserOrders } from "#shop/orders/access/adopt-browser-orders.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/my-orders-adoption.ts";

export { default, ErrorBoundary, headers, loader, meta } from "./my-orders.tsx";

/**
 * Moves the guest orders of this browser into the visitor's account, and shows them there. [S12.1]
 */
export async function action({ context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const adopted = await orSay(context, "failedToProcessRequest", () => adoptBrowserOrders(services, visitor));
  return adopted.ok ? redirect("/account", 303) : say(context, adopted);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
