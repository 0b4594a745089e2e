import { deleteMessage } from "#shop/contact/delete-message.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/messages-deletion.ts";

export { default, loader } from "./messages.tsx";

/** Deletes a message: POST /admin/messages/:messageId/deletion. [S2.27] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToChangeMessage", done: "messageDeleted" }, ({ services, visitor, params }) =>
    deleteMessage(services, visitor, params.messageId),
  );
}

export const clientAction = withToast("failedToChangeMessage");
