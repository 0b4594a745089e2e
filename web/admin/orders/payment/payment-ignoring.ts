import { ignorePayment } from "#shop/orders/payment/ignore-payment.server.ts";
import { IgnoringForm } from "#shop/orders/payment/money-forms.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/payment-ignoring.ts";

export { default, loader, meta } from "./money.tsx";

/** Ignores a payment: POST /admin/money/:paymentId/ignoring. [S10.9] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: IgnoringForm, failed: "failedToProcessRequest", done: "paymentIgnored", typed: typedFields },
    ({ services, visitor, params }, form) => ignorePayment(services, visitor, params.paymentId, form),
  );
}

export const clientAction = withToast("failedToProcessRequest");
