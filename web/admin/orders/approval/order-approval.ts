import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { isApprovedAlike } from "#shop/orders/decisions/approve/approved-alike.server.ts";
import { ApprovalForm } from "#shop/orders/decisions/decision-forms.ts";
import { ok } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import { typedIn, withTyped } from "../decision-answer.ts";
import { sayOrHeld } from "../undo/undo.tsx";
import type { Route } from "./+types/order-approval.ts";

export { default, loader, meta } from "../queue/queue.tsx";

/** Approves an order: POST /admin/orders/:requestCode/approval. [S2.30] [S4.4] [S5.5] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const typed = await typedIn(request.clone());
  const form = await readForm(ApprovalForm, request);
  if (!form.ok) return withTyped(say(context, form), typed);

  const approval = await orSay(context, "failedToProcessRequest", async () => {
    const approved = await approveOrder(services, visitor, params.requestCode, form.value);
    const isOwn =
      !approved.ok && approved.code === "orderNotPending" && (await isApprovedAlike(services, visitor, params.requestCode, form.value));
    return isOwn ? ok(null) : approved;
  });
  return withTyped(say(context, approval, "requestApproved"), typed);
}

export function clientAction(args: Route.ClientActionArgs) {
  return sayOrHeld("failedToProcessRequest", args, "approve");
}
