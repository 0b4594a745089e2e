import { askForPayment } from "#shop/orders/payment/upi/ask-for-payment.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-payment-request.ts";

export { default, loader, meta } from "./order.tsx";

/** Asks an order's buyer to pay: POST /admin/orders/:requestCode/payment-request. [S10.17] */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const asked = await orSay(context, "failedToProcessRequest", () => askForPayment(services, visitor, params.requestCode));
  return say(context, asked, "paymentAsked");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
