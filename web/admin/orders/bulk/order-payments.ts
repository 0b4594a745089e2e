import { ChosenForm } from "#shop/orders/decisions/decision-forms.ts";
import { markPaid } from "#shop/orders/decisions/mark-paid/mark-paid.server.ts";
import { requestContext } from "#web/context.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { say } from "#web/say.ts";
import type { Route } from "./+types/order-payments.ts";
import { decideChosen, type SeveralDecided } from "./decide-chosen.ts";

export { default, loader, meta } from "../queue/queue.tsx";

/** Marks several orders as paid: POST /admin/orders/payments. [S12.6] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(ChosenForm, request);
  if (!form.ok) return say<SeveralDecided>(context, form);

  const said = { done: "ordersMarkedPaid", alone: "orderMarkedPaid", failed: "failedToProcessRequest" } as const;
  return decideChosen(context, form.value, (requestCode) => markPaid(services, visitor, requestCode, { state: "paid" }), said);
}

export const clientAction = withToast("failedToProcessRequest");
