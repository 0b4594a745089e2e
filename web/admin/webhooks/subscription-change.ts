import { SubscriptionChangeForm } from "#shop/webhooks/subscription-form.ts";
import { changeSubscription } from "#shop/webhooks/subscriptions.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/subscription-change.ts";

export { default, loader, meta } from "./webhooks.tsx";

/**
 * Changes the events of a subscription: POST /admin/settings/notifications/:subscriptionId/change.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(SubscriptionChangeForm, request);
  if (!form.ok) return say(context, form);

  const changed = await orSay(context, "failedToSaveListener", () =>
    changeSubscription(services, visitor, params.subscriptionId, form.value),
  );
  return say(context, changed, "listenerChanged");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToSaveListener", serverAction);
}
