import { sendDeliveryAgain } from "#shop/webhooks/send-delivery-again.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/delivery-sending.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Sends a delivery again: POST /admin/settings/notifications/deliveries/:deliveryId/sending. */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      failed: "failedToResendDelivery",
      done: ({ goesNow }: { goesNow: boolean }) => (goesNow ? "deliveryQueuedAgain" : "deliveryWaitsForSubscription"),
    },
    ({ services, visitor, params }) => sendDeliveryAgain(services, visitor, params.deliveryId),
  );
}

export const clientAction = withToast("failedToResendDelivery");
