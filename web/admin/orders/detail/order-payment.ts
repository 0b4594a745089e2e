import { PaymentForm } from "#shop/orders/decisions/decision-forms.ts";
import { markPaid } from "#shop/orders/decisions/mark-paid/mark-paid.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-payment.ts";

export { default, loader, meta } from "./order.tsx";

/** Marks an order as paid or not paid: POST /admin/orders/:requestCode/payment. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(PaymentForm, request);
  if (!form.ok) return say(context, form);

  const marked = await orSay(context, "failedToProcessRequest", () => markPaid(services, visitor, params.requestCode, form.value));
  return say(context, marked, form.value.state === "paid" ? "orderMarkedPaid" : "orderMarkedUnpaid");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
