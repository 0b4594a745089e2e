import { sendDeliveryAgain } from "#shop/webhooks/send-delivery-again.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/delivery-sending.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Sends a delivery again: POST /admin/settings/notifications/deliveries/:deliveryId/sending. */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const done = await orSay(context, "failedToResendDelivery", () => sendDeliveryAgain(services, visitor, params.deliveryId));
  return say(context, done, done.ok && !done.value.goesNow ? "deliveryWaitsForSubscription" : "deliveryQueuedAgain");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToResendDelivery", serverAction);
}
