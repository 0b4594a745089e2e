import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { confirmationFields, withoutConfirmation } from "#shop/form-fields.ts";
import { WebhookForm } from "#shop/webhooks/subscription-form.ts";
import { addWebhook } from "#shop/webhooks/subscriptions.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/webhook-addition.ts";
import { typedSubscription } from "./webhooks-answer.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Adds a webhook and returns its secret once: POST /admin/settings/notifications/addition. */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      form: WebhookForm.extend(confirmationFields),
      failed: "failedToSaveSubscription",
      done: "webhookAdded",
      typed: (copy) => typedSubscription(copy, "webhook"),
    },
    (asked, form) => {
      const { form: added, confirmation } = withoutConfirmation(form);
      return withOwnPassword(asked, confirmation, (admin) => addWebhook(asked.services, admin, added));
    },
  );
}

export const clientAction = withToast("failedToSaveSubscription");
