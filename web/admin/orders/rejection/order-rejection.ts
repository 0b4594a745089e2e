import { RejectionForm } from "#shop/orders/decisions/decision-forms.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import { typedIn, withTyped } from "../decision-answer.ts";
import { sayOrHeld } from "../undo/undo.tsx";
import type { Route } from "./+types/order-rejection.ts";
import { standardReasons } from "./standard-reasons.ts";

export { default, loader, meta } from "../queue/queue.tsx";

/** Rejects an order: POST /admin/orders/:requestCode/rejection. [S2.30] [S4.3] [S5.6] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const typed = await typedIn(request.clone());
  const form = await readForm(RejectionForm, request);
  if (!form.ok) return withTyped(say(context, form), typed);

  const rejection = await orSay(context, "failedToProcessRequest", () =>
    rejectOrder(services, visitor, params.requestCode, form.value, standardReasons()),
  );
  return withTyped(say(context, rejection, "requestRejected"), typed);
}

export function clientAction(args: Route.ClientActionArgs) {
  return sayOrHeld("failedToProcessRequest", args, "reject");
}
