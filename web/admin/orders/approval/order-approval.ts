import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { isApprovedAlike } from "#shop/orders/decisions/approve/approved-alike.server.ts";
import { ApprovalForm } from "#shop/orders/decisions/decision-forms.ts";
import { ok } from "#shop/refusal.ts";
import { runAction } from "#web/run-action.ts";
import { typedIn } from "../decision-answer.ts";
import { sayOrHeld } from "../undo/undo.tsx";
import type { Route } from "./+types/order-approval.ts";

export { default, loader, meta } from "../queue/queue.tsx";

/** Approves an order: POST /admin/orders/:requestCode/approval. [S2.30] [S4.4] [S5.5] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: ApprovalForm, failed: "failedToProcessRequest", done: "requestApproved", typed: typedIn },
    async ({ services, visitor, params: { requestCode } }, form) => {
      const approved = await approveOrder(services, visitor, requestCode, form);
      const isOwn = !approved.ok && approved.code === "orderNotPending" && (await isApprovedAlike(services, visitor, requestCode, form));
      return isOwn ? ok(null) : approved;
    },
  );
}

export function clientAction(args: Route.ClientActionArgs) {
  return sayOrHeld("failedToProcessRequest", args, "approve");
}
