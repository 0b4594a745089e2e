import { removeSubscription } from "#shop/webhooks/subscriptions.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/subscription-removal.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Removes a subscription: POST /admin/settings/notifications/:subscriptionId/removal. */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const done = await orSay(context, "failedToSaveSubscription", () => removeSubscription(services, visitor, params.subscriptionId));
  return say(context, done, "webhookRemoved");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToSaveSubscription", serverAction);
}
