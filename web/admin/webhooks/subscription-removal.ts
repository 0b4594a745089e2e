import { removeSubscription } from "#shop/webhooks/subscriptions.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/subscription-removal.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Removes a subscription: POST /admin/settings/notifications/:subscriptionId/removal. */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToSaveSubscription", done: "webhookRemoved" }, ({ services, visitor, params }) =>
    removeSubscription(services, visitor, params.subscriptionId),
  );
}

export const clientAction = withToast("failedToSaveSubscription");
