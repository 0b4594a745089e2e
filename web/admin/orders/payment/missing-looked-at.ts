import { lookAtMissing } from "#shop/orders/payment/look-at-missing.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/missing-looked-at.ts";

export { default, loader, meta } from "./money.tsx";

/** Notes that somebody looked at the payments that a statement lacks: POST /admin/money/looking. [S16.8] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToProcessRequest", done: "alertsLookedAt" }, ({ services, visitor }) =>
    lookAtMissing(services, visitor),
  );
}

export const clientAction = withToast("failedToProcessRequest");
