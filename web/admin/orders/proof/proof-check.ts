import { z } from "zod";
import { approveAsReserved } from "#shop/orders/decisions/approve/approve-several.server.ts";
import { ProofCheckForm } from "#shop/orders/decisions/decision-forms.ts";
import { checkProof } from "#shop/orders/proofs/check-proof.server.ts";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import { typedIn, withTyped } from "../decision-answer.ts";
import { sayOrHeld } from "../undo/undo.tsx";
import type { Route } from "./+types/proof-check.ts";

export { default, loader, meta } from "../queue/queue.tsx";

/** `approved`: the payment is verified, and the order approved with its reserved IDs. */
const CheckForm = ProofCheckForm.extend({ verified: z.enum(["true", "false", "approved"]) });

/**
 * Records a proof check, and approves the order if that was asked for too: POST
 * /admin/orders/:requestCode/proof-check. [S2.31] [S4.9] [S12.6]
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const typed = await typedIn(request.clone());
  const form = await readForm(CheckForm, request);
  if (!form.ok) return withTyped(say(context, form), typed);

  const { verified, ...given } = form.value;
  const isVerified = verified !== "false";
  const check = await orSay(context, "failedToUpdateVerification", () =>
    checkProof(services, visitor, params.requestCode, { ...given, verified: isVerified }),
  );
  if (!check.ok || verified !== "approved")
    return withTyped(say(context, check, isVerified ? "paymentVerified" : "paymentProofRejected"), typed);
  const approval = await orSay(context, "failedToProcessRequest", () => approveAsReserved(services, visitor, params.requestCode));
  return withTyped(say(context, approval, "requestApproved"), typed);
}

export function clientAction(args: Route.ClientActionArgs) {
  return sayOrHeld("failedToUpdateVerification", args, (form) => (form.get("verified") === "approved" ? "approve" : null));
}
