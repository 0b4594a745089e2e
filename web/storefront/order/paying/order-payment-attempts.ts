import { payAgain } from "#shop/orders/paying/pay-again.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-payment-attempts.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

/** Tries again to pay an order: POST /order-status/:requestCode/payment-attempts. [S10.3] */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor, origin } = context.get(requestContext);
  const begun = await orSay(context, "failedToProcessRequest", () => payAgain(services, visitor, params.requestCode, origin));
  return say(context, begun);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
