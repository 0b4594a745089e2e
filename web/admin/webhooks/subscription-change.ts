import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { confirmationFields, withoutConfirmation } from "#shop/form-fields.ts";
import { SubscriptionChangeForm } from "#shop/webhooks/subscription-form.ts";
import { changeSubscription } from "#shop/webhooks/subscriptions.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/subscription-change.ts";

export { default, loader, meta } from "./webhooks.tsx";

/**
 * Changes the events of a subscription: POST /admin/settings/notifications/:subscriptionId/change.
 */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: SubscriptionChangeForm.extend(confirmationFields), failed: "failedToSaveSubscription", done: "subscriptionChanged" },
    (asked, form) => {
      const { form: change, confirmation } = withoutConfirmation(form);
      return withOwnPassword(asked, confirmation, (admin) =>
        changeSubscription(asked.services, admin, asked.params.subscriptionId, change),
      );
    },
  );
}

export const clientAction = withToast("failedToSaveSubscription");
