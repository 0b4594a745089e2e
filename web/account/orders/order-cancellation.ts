import { messages } from "#shop/messages.ts";
import { cancelOrder } from "#shop/orders/cancel-order.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-cancellation.ts";

export { default, loader } from "./order-history.tsx";

/** Takes an own pending order back: POST /account/orders/:requestCode/cancellation. [S2.20] [S4.3] [S6.2] */
export async function action({ params, context }: Route.ActionArgs) {
  const cancellation = await orSay(context, "failedToCancelOrder", () =>
    cancelOrder(context.get(servicesContext), context.get(visitorContext), params.requestCode),
  );
  return say(cancellation, messages.orderCancelled);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToCancelOrder", serverAction);
}
