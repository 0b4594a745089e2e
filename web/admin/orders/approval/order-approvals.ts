import { approveAsReserved } from "#shop/orders/decisions/approve/approve-several.server.ts";
import { ChosenForm } from "#shop/orders/decisions/decision-forms.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { say } from "#web/say.ts";
import { decideChosen, type SeveralDecided } from "../bulk/decide-chosen.ts";
import { sayOrHeld } from "../undo/undo.tsx";
import type { Route } from "./+types/order-approvals.ts";

export { default, loader, meta } from "../queue/queue.tsx";

/**
 * Approves several ordinary orders with their reserved IDs: POST /admin/orders/approvals. Returns
 * which were not approved, and why. [S4.1]
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(ChosenForm, request);
  if (!form.ok) return say<SeveralDecided>(context, form);

  const said = { done: "ordersApproved", alone: "requestApproved", failed: "failedToProcessRequest" } as const;
  return decideChosen(context, form.value, (requestCode) => approveAsReserved(services, visitor, requestCode), said);
}

export function clientAction(args: Route.ClientActionArgs) {
  return sayOrHeld("failedToProcessRequest", args, "approve");
}
