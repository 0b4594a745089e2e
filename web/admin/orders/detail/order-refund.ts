import { RefundForm } from "#shop/orders/payment/money-forms.ts";
import { refundOrder } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-refund.ts";

export { default, loader, meta } from "./order.tsx";

/** Notes a refund of what was paid for an order outside the shop: POST /admin/orders/:requestCode/refund. [S15.6] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: RefundForm, failed: "failedToProcessRequest", done: "paymentRefunded", typed: typedFields },
    ({ services, visitor, params }, form) => refundOrder(services, visitor, params.requestCode, form),
  );
}

export const clientAction = withToast("failedToProcessRequest");
