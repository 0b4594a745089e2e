import { RefundForm } from "#shop/orders/payment/money-forms.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/payment-refund.ts";

export { default, loader, meta } from "./money.tsx";

/** Gives a payment back, or notes that it was: POST /admin/money/:paymentId/refund. [S10.10] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      form: RefundForm,
      failed: "failedToProcessRequest",
      done: (_, form) => (form.how === "provider" ? "refundBegun" : "paymentRefunded"),
      typed: typedFields,
    },
    ({ services, visitor, params }, form) => refundPayment(services, visitor, params.paymentId, form),
  );
}

export const clientAction = withToast("failedToProcessRequest");
