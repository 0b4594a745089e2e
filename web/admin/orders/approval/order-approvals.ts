import { data } from "react-router";
import { sentence } from "#shop/messages.ts";
import { approveAsReserved, approveSeveral } from "#shop/orders/approve-several.server.ts";
import { ApprovalsForm, type SeveralApproved } from "#shop/orders/approve-several.ts";
import { granted } from "#shop/refusal.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, type Said, say } from "#web/say.ts";
import type { Route } from "./+types/request-approvals.ts";

export { default, loader } from "./dashboard.tsx";

/** Approves several ordinary orders with the IDs reserved for them: POST /admin/orders/approvals. Tells which were not, and why. [S4.1] */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(ApprovalsForm, request);
  if (!form.ok) return say<SeveralApproved>(form);

  const several = await approveSeveral(form.value.codes, (requestCode) =>
    orSay(context, "failedToProcessRequest", () =>
      approveAsReserved(context.get(servicesContext), context.get(visitorContext), requestCode),
    ),
  );
  const count = several.approved.length;
  const said: Said<SeveralApproved> = { ...granted(several), sentence: count === 0 ? null : sentence("ordersApproved", count) };
  return data(said, { status: count === 0 ? 409 : 200 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToProcessRequest", serverAction);
}
