import { messages } from "#shop/messages.ts";
import { cancelOrder } from "#shop/orders/cancel-order.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-cancellation.ts";

export { default, ErrorBoundary, headers, loader, meta } from "./order-status.tsx";

/** Its buyer takes a pending order back. [S4.3] [S6.2] [S6.6] */
export async function action({ params, context }: Route.ActionArgs) {
  const cancelled = await orSay(context, "failedToCancelOrder", () =>
    cancelOrder(context.get(servicesContext), context.get(visitorContext), params.requestCode),
  );
  return say(cancelled, messages.orderCancelled);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToCancelOrder", serverAction);
}
