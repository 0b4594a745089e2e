import { messages } from "#shop/messages.ts";
import { adoptOrder } from "#shop/orders/adopt-order.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-adoption.ts";

export { default, ErrorBoundary, headers, loader, meta } from "./order-status.tsx";

/** A customer who holds its key takes a guest's order into the account. [S6.6] */
export async function action({ params, context }: Route.ActionArgs) {
  const adopted = await orSay(context, "failedToProcessRequest", () =>
    adoptOrder(context.get(servicesContext), context.get(visitorContext), params.requestCode),
  );
  return say(adopted, messages.orderAdded);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToProcessRequest", serverAction);
}
