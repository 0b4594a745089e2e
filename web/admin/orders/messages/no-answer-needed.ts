import { NoAnswerForm } from "#shop/orders/messages/message-text.ts";
import { needNoAnswer } from "#shop/orders/messages/write-message.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/no-answer-needed.ts";

export { default, loader, meta } from "../detail/order.tsx";

/** Says that a buyer's message needs no answer: POST /admin/orders/:requestCode/no-answer-needed. [S14.7] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: NoAnswerForm, failed: "failedToChangeMessage", done: "noAnswerNeeded" },
    ({ services, visitor, params }, form) => needNoAnswer(services, visitor, params.requestCode, form),
  );
}

export const clientAction = withToast("failedToChangeMessage");
