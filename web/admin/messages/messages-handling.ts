import { handleMessage } from "#shop/contact/handle-message.server.ts";
import { HandlingForm } from "#shop/contact/message-form.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/messages-handling.ts";

export { default, loader } from "./messages.tsx";

/** Marks a message as handled or open: POST /admin/messages/:messageId/handling. [S2.27] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: HandlingForm, failed: "failedToChangeMessage", done: (_, form) => (form.handled ? "messageHandled" : "messageReopened") },
    ({ services, visitor, params }, form) => handleMessage(services, visitor, params.messageId, form),
  );
}

export const clientAction = withToast("failedToChangeMessage");
