import { ProofCheckForm } from "#shop/orders/decisions/decision-forms.ts";
import { checkProof } from "#shop/orders/proofs/check-proof.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import { typedIn, withTyped } from "../decision-answer.ts";
import type { Route } from "./+types/proof-check.ts";

export { default, loader } from "#web/admin/frame/dashboard.tsx";

/** Records a proof check: POST /admin/orders/:requestCode/proof-check. [S2.31] [S4.9] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const typed = await typedIn(request.clone());
  const form = await readForm(ProofCheckForm, request);
  if (!form.ok) return withTyped(say(context, form), typed);

  const check = await orSay(context, "failedToUpdateVerification", () => checkProof(services, visitor, params.requestCode, form.value));
  return withTyped(say(context, check, form.value.verified ? "paymentVerified" : "paymentProofRejected"), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToUpdateVerification", serverAction);
}
