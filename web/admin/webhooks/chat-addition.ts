import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { confirmationFields, withoutConfirmation } from "#shop/form-fields.ts";
import { ChatForm } from "#shop/webhooks/subscription-form.ts";
import { addChat } from "#shop/webhooks/subscriptions.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/chat-addition.ts";
import { typedSubscription } from "./webhooks-answer.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Adds a chat subscription: POST /admin/settings/notifications/chat. */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      form: ChatForm.extend(confirmationFields),
      failed: "failedToSaveSubscription",
      done: "chatAdded",
      typed: (copy) => typedSubscription(copy, "chat"),
    },
    (asked, form) => {
      const { form: added, confirmation } = withoutConfirmation(form);
      return withOwnPassword(asked, confirmation, (admin) => addChat(asked.services, admin, added));
    },
  );
}

export const clientAction = withToast("failedToSaveSubscription");
