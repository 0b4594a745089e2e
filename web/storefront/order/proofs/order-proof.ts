import { z } from "zod";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { NewProofForm } from "#shop/orders/decisions/decision-forms.ts";
import { resendProof } from "#shop/orders/proofs/resend-proof.server.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { postedPicture } from "#web/parts/forms/posted-picture.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import { refuseStranger } from "../access/refuse-stranger.server.ts";
import type { Route } from "./+types/order-proof.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

const PostedProof = NewProofForm.extend({ paymentProof: z.file().nullish() });

/** Stores a new gift card code and picture from the buyer. [S4.9] */
export async function action(args: Route.ActionArgs) {
  const { requestCode } = args.params;
  const no = await refuseStranger(args.context, requestCode, args.request);
  if (no) return no;
  return runAction(
    args,
    { form: PostedProof, failed: "failedToProcessRequest", done: "newProofSent", typed: typedFields },
    async ({ services, visitor, headers }, { paymentProof, ...form }) =>
      resendProof(services, visitor, requestCode, form, await postedPicture(paymentProof), headers.get(CLIENT_ADDRESS_HEADER)),
  );
}

export const clientAction = withoutToast("failedToProcessRequest");
