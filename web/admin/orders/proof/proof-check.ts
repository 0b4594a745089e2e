import { messages } from "#shop/messages.ts";
import { checkProof } from "#shop/orders/check-proof.server.ts";
import { ProofCheckForm } from "#shop/orders/order-form.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/proof-check.ts";
import { typedIn, withTyped } from "./request-answer.ts";

export { default, loader } from "./dashboard.tsx";

/** Notes what an admin found in a payment proof: POST /admin/orders/:requestCode/proof-check. [S2.31] [S4.9] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const typed = await typedIn(request.clone());
  const form = await readForm(ProofCheckForm, request);
  if (!form.ok) return withTyped(say(form), typed);

  const check = await orSay(context, "failedToUpdateVerification", () =>
    checkProof(context.get(servicesContext), context.get(visitorContext), params.requestCode, form.value),
  );
  return withTyped(say(check, form.value.verified ? messages.paymentVerified : messages.paymentProofRejected), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToUpdateVerification", serverAction);
}
