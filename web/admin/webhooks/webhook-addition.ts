import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { confirmationFields, withoutConfirmation } from "#shop/form-fields.ts";
import { WebhookForm } from "#shop/webhooks/subscription-form.ts";
import { addWebhook } from "#shop/webhooks/subscriptions.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/webhook-addition.ts";
import { typedSubscription, withTyped } from "./webhooks-answer.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Adds a webhook and returns its secret once: POST /admin/settings/notifications/addition. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, auth, visitor } = context.get(requestContext);
  const typed = await typedSubscription(request.clone(), "webhook");
  const form = await readForm(WebhookForm.extend(confirmationFields), request);
  if (!form.ok) return withTyped(say(context, form), typed);

  const { form: added, confirmation } = withoutConfirmation(form.value);
  const done = await orSay(context, "failedToSaveSubscription", () =>
    withOwnPassword({ services, auth, visitor, headers: request.headers }, confirmation, (admin) => addWebhook(services, admin, added)),
  );
  return withTyped(say(context, done, "webhookAdded"), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToSaveSubscription", serverAction);
}
