import { needNoAnswer } from "#shop/orders/messages/write-message.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/no-answer-needed.ts";

export { default, loader, meta } from "../detail/order.tsx";

/** Says that a buyer's message needs no answer: POST /admin/orders/:requestCode/no-answer-needed. [S14.7] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { failed: "failedToChangeMessage", done: "noAnswerNeeded" }, ({ services, visitor, params }) =>
    needNoAnswer(services, visitor, params.requestCode),
  );
}

export const clientAction = withToast("failedToChangeMessage");
