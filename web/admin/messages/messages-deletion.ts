import { deleteMessage } from "#shop/contact/delete-message.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/messages-deletion.ts";

export { default, loader } from "./messages.tsx";

/** Deletes a message: POST /admin/messages/:messageId/deletion. [S2.27] */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const deleted = await orSay(context, "failedToChangeMessage", () => deleteMessage(services, visitor, params.messageId));
  return say(context, deleted, "messageDeleted");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToChangeMessage", serverAction);
}
