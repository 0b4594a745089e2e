import { AttemptForm, payAgain } from "#shop/orders/payment/attempts/pay-again.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import { refuseStranger } from "#web/storefront/order/access/refuse-stranger.server.ts";
import type { Route } from "./+types/order-payment-attempts.ts";

export { default, ErrorBoundary, headers, loader, meta } from "#web/storefront/order/order-status.tsx";

/**
 * Begins to pay an order at a provider, or tries again: POST
 * /order-status/:requestCode/payment-attempts. [S10.3] [S10.17]
 */
export async function action(args: Route.ActionArgs) {
  const { requestCode } = args.params;
  const no = await refuseStranger(args.context, requestCode, args.request);
  if (no) return no;
  return runAction(args, { form: AttemptForm, failed: "failedToProcessRequest" }, ({ services, visitor, origin }, form) =>
    payAgain(services, visitor, requestCode, origin, form),
  );
}

export const clientAction = withToast("failedToProcessRequest");
