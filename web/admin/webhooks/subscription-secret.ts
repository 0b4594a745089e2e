import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { ConfirmationForm } from "#shop/form-fields.ts";
import { drawSecret } from "#shop/webhooks/subscriptions.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/subscription-secret.ts";

export { default, loader, meta } from "./webhooks.tsx";

/**
 * Generates a webhook's new secret, shown once:
 * POST /admin/settings/notifications/:subscriptionId/secret.
 */
export function action(args: Route.ActionArgs) {
  return runAction(args, { form: ConfirmationForm, failed: "failedToSaveSubscription", done: "webhookSecretDrawn" }, (asked, form) =>
    withOwnPassword(asked, form, (admin) => drawSecret(asked.services, admin, asked.params.subscriptionId)),
  );
}

export const clientAction = withToast("failedToSaveSubscription");
