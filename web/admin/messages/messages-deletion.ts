import { deleteMessage } from "#shop/contact/delete-message.server.ts";
import { messages } from "#shop/messages.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/messages-deletion.ts";

export { default, loader } from "./messages.tsx";

/** Deletes a message: POST /admin/messages/:messageId/deletion. [S2.27] */
export async function action({ params, context }: Route.ActionArgs) {
  const deleted = await orSay(context, "failedToChangeMessage", () =>
    deleteMessage(context.get(servicesContext), context.get(visitorContext), params.messageId),
  );
  return say(deleted, messages.messageDeleted);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToChangeMessage", serverAction);
}
