import { ignorePayment } from "#shop/orders/payment/ignore-payment.server.ts";
import { IgnoringForm } from "#shop/orders/payment/money-forms.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields, withTypedFields } from "#web/parts/forms/typed-fields.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/payment-ignoring.ts";

export { default, loader, meta } from "./money.tsx";

/** Ignores a payment: POST /admin/money/:paymentId/ignoring. [S10.9] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const typed = await typedFields(request.clone());
  const form = await readForm(IgnoringForm, request);
  if (!form.ok) return withTypedFields(say(context, form), typed);

  const done = await orSay(context, "failedToProcessRequest", () => ignorePayment(services, visitor, params.paymentId, form.value));
  return withTypedFields(say(context, done, "paymentIgnored"), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
