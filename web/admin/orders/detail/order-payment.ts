import { PaymentForm } from "#shop/orders/decisions/decision-forms.ts";
import { markPaid } from "#shop/orders/decisions/mark-paid/mark-paid.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-payment.ts";

export { default, loader, meta } from "./order.tsx";

/** Marks an order as paid or not paid: POST /admin/orders/:requestCode/payment. */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      form: PaymentForm,
      failed: "failedToProcessRequest",
      done: (_, form) => (form.state === "paid" ? "orderMarkedPaid" : "orderMarkedUnpaid"),
    },
    ({ services, visitor, params }, form) => markPaid(services, visitor, params.requestCode, form),
  );
}

export const clientAction = withToast("failedToProcessRequest");
