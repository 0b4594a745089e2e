import { AttemptForm, payAgain } from "#shop/orders/payment/attempts/pay-again.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import { refuseStranger } from "#web/storefront/order/access/refuse-stranger.server.ts";
import type { Route } from "./+types/order-payment-attempts.ts";

export { default, ErrorBoundary, headers, loader, meta } from "#web/storefront/order/order-status.tsx";

/**
 * Begins to pay an order at a provider, or tries again: POST
 * /order-status/:requestCode/payment-attempts. [S10.3] [S10.17]
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor, origin } = context.get(requestContext);
  const no = await refuseStranger(context, params.requestCode);
  if (no) return no;
  const form = await readForm(AttemptForm, request);
  if (!form.ok) return say(context, form);
  const begun = await orSay(context, "failedToProcessRequest", () => payAgain(services, visitor, params.requestCode, origin, form.value));
  return say(context, begun);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
