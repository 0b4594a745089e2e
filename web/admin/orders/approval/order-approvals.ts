import { data } from "react-router";
import { approveAsReserved, approveSeveral } from "#shop/orders/decisions/approve/approve-several.server.ts";
import { ApprovalsForm } from "#shop/orders/decisions/decision-forms.ts";
import { ok, textOf } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-approvals.ts";

export { default, loader } from "#web/admin/frame/dashboard.tsx";

/**
 * The codes of the approved orders, and for each of the others why it was not approved.
 */
export type SeveralApproved = { approved: string[]; failed: { requestCode: string; sentence: string }[] };

/**
 * Approves several ordinary orders with their reserved IDs: POST /admin/orders/approvals. Returns
 * which were not approved, and why. [S4.1]
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(ApprovalsForm, request);
  if (!form.ok) return say<SeveralApproved>(context, form);

  const several = await approveSeveral(form.value.codes, (requestCode) =>
    orSay(context, "failedToProcessRequest", () => approveAsReserved(services, visitor, requestCode)),
  );
  const count = several.approved.length;
  const failed = several.failed.map(({ requestCode, no }) => ({ requestCode, sentence: say(context, no).data.sentence ?? "" }));
  const said = say<SeveralApproved>(
    context,
    ok({ approved: several.approved, failed }),
    count === 0 ? null : textOf("ordersApproved", { n: count }),
  );
  return data(said.data, { status: count === 0 ? 409 : 200 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
