import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { confirmationFields, withoutConfirmation } from "#shop/form-fields.ts";
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
  const { services, auth, visitor } = context.get(requestContext);
  const form = await readForm(SubscriptionChangeForm.extend(confirmationFields), request);
  if (!form.ok) return say(context, form);

  const { form: change, confirmation } = withoutConfirmation(form.value);
  const changed = await orSay(context, "failedToSaveSubscription", () =>
    withOwnPassword({ services, auth, visitor, headers: request.headers }, confirmation, (admin) =>
      changeSubscription(services, admin, params.subscriptionId, change),
    ),
  );
  return say(context, changed, "subscriptionChanged");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToSaveSubscription", serverAction);
}
