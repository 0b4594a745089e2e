import { drawSecret } from "#shop/webhooks/subscriptions.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/subscription-secret.ts";

export { default, loader, meta } from "./webhooks.tsx";

/**
 * Generates a webhook's new secret, shown once:
 * POST /admin/settings/notifications/:subscriptionId/secret.
 */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const done = await orSay(context, "failedToSaveListener", () => drawSecret(services, visitor, params.subscriptionId));
  return say(context, done, "webhookSecretDrawn");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToSaveListener", serverAction);
}
