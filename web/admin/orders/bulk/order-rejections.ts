import { RejectionsForm } from "#shop/orders/decisions/decision-forms.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { say } from "#web/say.ts";
import { standardReasons } from "../rejection/standard-reasons.ts";
import { sayOrHeld } from "../undo/undo.tsx";
import type { Route } from "./+types/order-rejections.ts";
import { decideChosen, type SeveralDecided } from "./decide-chosen.ts";

export { default, loader, meta } from "../queue/queue.tsx";

/** Rejects several orders for one reason: POST /admin/orders/rejections. [S5.6] [S12.6] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(RejectionsForm, request);
  if (!form.ok) return say<SeveralDecided>(context, form);

  const { reason } = form.value;
  const said = { done: "ordersRejected", alone: "requestRejected", failed: "failedToProcessRequest" } as const;
  return decideChosen(
    context,
    form.value,
    (requestCode) => rejectOrder(services, visitor, requestCode, { reason }, standardReasons()),
    said,
  );
}

export function clientAction(args: Route.ClientActionArgs) {
  return sayOrHeld("failedToProcessRequest", args, "reject");
}
