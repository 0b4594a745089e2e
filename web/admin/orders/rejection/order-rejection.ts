import { RejectionForm } from "#shop/orders/decisions/decision-forms.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { runAction } from "#web/run-action.ts";
import { typedIn } from "../decision-answer.ts";
import { sayOrHeld } from "../undo/undo.tsx";
import type { Route } from "./+types/order-rejection.ts";
import { standardReasons } from "./standard-reasons.ts";

export { default, loader, meta } from "../queue/queue.tsx";

/** Rejects an order: POST /admin/orders/:requestCode/rejection. [S2.30] [S4.3] [S5.6] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: RejectionForm, failed: "failedToProcessRequest", done: "requestRejected", typed: typedIn },
    ({ services, visitor, params }, form) => rejectOrder(services, visitor, params.requestCode, form, standardReasons()),
  );
}

export function clientAction(args: Route.ClientActionArgs) {
  return sayOrHeld("failedToProcessRequest", args, "reject");
}
