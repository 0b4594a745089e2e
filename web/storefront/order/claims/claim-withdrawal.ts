import { withdrawClaim } from "#shop/orders/claims/decide-claim.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import { refuseStranger } from "../access/refuse-stranger.server.ts";
import type { Route } from "./+types/claim-withdrawal.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

/** Takes a claim back: POST /order-status/:requestCode/claims/:number/withdrawal. [S15.4] */
export async function action(args: Route.ActionArgs) {
  const { requestCode, number } = args.params;
  const no = await refuseStranger(args.context, requestCode, args.request);
  if (no) return no;
  return runAction(args, { failed: "failedToSendMessage", done: "claimWithdrawn" }, ({ services, visitor }) =>
    withdrawClaim(services, visitor, requestCode, /^\d{1,9}$/.test(number) ? Number(number) : 0),
  );
}

export const clientAction = withToast("failedToSendMessage");
