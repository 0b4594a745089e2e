import { handleMessage } from "#shop/contact/handle-message.server.ts";
import { HandlingForm } from "#shop/contact/message-form.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/messages-handling.ts";

export { default, loader } from "./messages.tsx";

/** Marks a message as handled or open: POST /admin/messages/:messageId/handling. [S2.27] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(HandlingForm, request);
  if (!form.ok) return say(context, form);

  const handled = await orSay(context, "failedToChangeMessage", () => handleMessage(services, visitor, params.messageId, form.value));
  return say(context, handled, form.value.handled ? "messageHandled" : "messageReopened");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToChangeMessage", serverAction);
}
