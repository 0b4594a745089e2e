import { revokeForwarder } from "#shop/payments/alerts/revoke-forwarder.server.ts";
import { textOf } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/forwarder-revocation.ts";

export { default, loader, meta } from "./bank-alerts.tsx";

/** Revokes a phone: POST /admin/payment-methods/upi/alerts/phones/:forwarderId/revocation. [S16.1] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { failed: "failedToRevokeForwarder", done: ({ name }: { name: string }) => textOf("forwarderRevoked", { name }) },
    ({ services, visitor, params }) => revokeForwarder(services, visitor, params.forwarderId),
  );
}

export const clientAction = withToast("failedToRevokeForwarder");
