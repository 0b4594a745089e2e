import { askForPayment } from "#shop/orders/payment/upi/ask-for-payment.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-payment-request.ts";

export { default, loader, meta } from "./order.tsx";

/** Asks an order's buyer to pay: POST /admin/orders/:requestCode/payment-request. [S10.17] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "paymentAsked" }, ({ services, visitor, params }) =>
    askForPayment(services, visitor, params.requestCode),
  );
}

export const clientAction = withToast("failedToProcessRequest");
