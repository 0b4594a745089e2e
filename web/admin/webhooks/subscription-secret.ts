import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { ConfirmationForm } from "#shop/form-fields.ts";
import { drawSecret } from "#shop/webhooks/subscriptions.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/subscription-secret.ts";

export { default, loader, meta } from "./webhooks.tsx";

/**
 * Generates a webhook's new secret, shown once:
 * POST /admin/settings/notifications/:subscriptionId/secret.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, auth, visitor } = context.get(requestContext);
  const form = await readForm(ConfirmationForm, request);
  if (!form.ok) return say(context, form);

  const done = await orSay(context, "failedToSaveSubscription", () =>
    withOwnPassword({ services, auth, visitor, headers: request.headers }, form.value, (admin) =>
      drawSecret(services, admin, params.subscriptionId),
    ),
  );
  return say(context, done, "webhookSecretDrawn");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToSaveSubscription", serverAction);
}
