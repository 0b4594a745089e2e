import { matchPayment } from "#shop/orders/payment/match-payment.server.ts";
import { MatchForm } from "#shop/orders/payment/money-forms.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields, withTypedFields } from "#web/parts/forms/typed-fields.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/payment-match.ts";

export { default, loader, meta } from "./money.tsx";

/** Matches a payment to an order: POST /admin/money/:paymentId/match. [S10.9] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const typed = await typedFields(request.clone());
  const form = await readForm(MatchForm, request);
  if (!form.ok) return withTypedFields(say(context, form), typed);

  const done = await orSay(context, "failedToProcessRequest", () => matchPayment(services, visitor, params.paymentId, form.value));
  return withTypedFields(say(context, done, "paymentMatched"), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
