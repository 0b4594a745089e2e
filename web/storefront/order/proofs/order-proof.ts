import { z } from "zod";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { NewProofForm } from "#shop/orders/decisions/decision-forms.ts";
import { resendProof } from "#shop/orders/proofs/resend-proof.server.ts";
import { requestContext } from "#web/context.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { typedFields, withTypedFields } from "#web/parts/forms/typed-fields.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import { refuseStranger } from "../access/refuse-stranger.server.ts";
import type { Route } from "./+types/order-proof.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

const PostedProof = NewProofForm.extend({ paymentProof: z.file().nullish() });

/** Stores a new gift card code and picture from the buyer. [S4.9] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const no = await refuseStranger(context, params.requestCode);
  if (no) return no;
  const typed = await typedFields(request.clone());
  const form = await readForm(PostedProof, request);
  if (!form.ok) return withTypedFields(say(context, form), typed);

  const { paymentProof, ...rest } = form.value;
  const proof = paymentProof ? { filename: paymentProof.name, bytes: await paymentProof.bytes() } : null;
  const network = request.headers.get(CLIENT_ADDRESS_HEADER);
  const sent = await orSay(context, "failedToProcessRequest", () =>
    resendProof(services, visitor, params.requestCode, rest, proof, network),
  );
  return withTypedFields(say(context, sent, "newProofSent"), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNetworkError("failedToProcessRequest", serverAction);
}
