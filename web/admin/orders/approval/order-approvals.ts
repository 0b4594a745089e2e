import { data } from "react-router";
import { sentence } from "#shop/messages.ts";
import { approveAsReserved, approveSeveral } from "#shop/orders/decisions/approve/approve-several.server.ts";
import type { SeveralApproved } from "#shop/orders/decisions/approve/approve-several.ts";
import { ApprovalsForm } from "#shop/orders/decisions/decision-forms.ts";
import { ok } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, type Said, say } from "#web/say.ts";
import type { Route } from "./+types/order-approvals.ts";

export { default, loader } from "#web/admin/frame/dashboard.tsx";

/**
 * Approves several ordinary orders with their reserved IDs: POST /admin/orders/approvals. Returns
 * which were not approved, and why. [S4.1]
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(ApprovalsForm, request);
  if (!form.ok) return say<SeveralApproved>(form);

  const several = await approveSeveral(form.value.codes, (requestCode) =>
    orSay(context, "failedToProcessRequest", () => approveAsReserved(services, visitor, requestCode)),
  );
  const count = several.approved.length;
  const said: Said<SeveralApproved> = { ...ok(several), sentence: count === 0 ? null : sentence("ordersApproved", count) };
  return data(said, { status: count === 0 ? 409 : 200 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
