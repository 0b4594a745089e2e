import { RecordedPaymentForm } from "#shop/orders/payment/money-forms.ts";
import { recordPayment } from "#shop/orders/payment/record-payment.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields, withTypedFields } from "#web/parts/forms/typed-fields.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/payment-recording.ts";

export { default, loader, meta } from "./money.tsx";

/** Records a UPI payment that an admin saw: POST /admin/money/recording. [S10.9] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const typed = await typedFields(request.clone());
  const form = await readForm(RecordedPaymentForm, request);
  if (!form.ok) return withTypedFields(say(context, form), typed);

  const done = await orSay(context, "failedToProcessRequest", () => recordPayment(services, visitor, form.value));
  return withTypedFields(say(context, done, "paymentRecorded"), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
