import { RefundForm } from "#shop/orders/payment/money-forms.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields, withTypedFields } from "#web/parts/forms/typed-fields.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/payment-refund.ts";

export { default, loader, meta } from "./money.tsx";

/** Gives a payment back, or notes that it was: POST /admin/money/:paymentId/refund. [S10.10] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const typed = await typedFields(request.clone());
  const form = await readForm(RefundForm, request);
  if (!form.ok) return withTypedFields(say(context, form), typed);

  const done = await orSay(context, "failedToProcessRequest", () => refundPayment(services, visitor, params.paymentId, form.value));
  return withTypedFields(say(context, done, form.value.how === "provider" ? "refundBegun" : "paymentRefunded"), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
