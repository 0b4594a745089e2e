import { messages } from "#shop/messages.ts";
import { approveOrder } from "#shop/orders/approve-order.server.ts";
import { ApprovalForm } from "#shop/orders/order-form.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/request-approval.ts";
import { typedIn, withTyped } from "./request-answer.ts";

export { default, loader } from "./dashboard.tsx";

/** Approves an order: POST /admin/orders/:requestCode/approval. [S2.30] [S4.4] [S5.5] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const typed = await typedIn(request.clone());
  const form = await readForm(ApprovalForm, request);
  if (!form.ok) return withTyped(say(form), typed);

  const approval = await orSay(context, "failedToProcessRequest", () =>
    approveOrder(context.get(servicesContext), context.get(visitorContext), params.requestCode, form.value),
  );
  return withTyped(say(approval, messages.requestApproved), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToProcessRequest", serverAction);
}
