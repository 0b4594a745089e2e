import { redirect } from "react-router";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { ClaimForm } from "#shop/orders/claims/claim-forms.ts";
import { openClaims } from "#shop/orders/claims/open-claims.server.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { postedPicture } from "#web/parts/forms/posted-picture.ts";
import { runAction } from "#web/run-action.ts";
import { refuseStranger } from "../access/refuse-stranger.server.ts";
import type { Route } from "./+types/claims.ts";

export { default, headers, loader, meta } from "./claim-new.tsx";

/** Claims IDs of an order: POST /order-status/:requestCode/claims, which leads back to its page. [S15.2] */
export async function action(args: Route.ActionArgs) {
  const { requestCode } = args.params;
  const no = await refuseStranger(args.context, requestCode, args.request);
  if (no) return no;
  return runAction(
    args,
    { form: ClaimForm, failed: "failedToSendMessage", goTo: () => redirect(`/order-status/${requestCode}`, 303), typed: typedClaim },
    async ({ services, visitor, headers }, { picture, ...form }) => {
      const claim = { ...form, picture: await postedPicture(picture) };
      return openClaims(services, visitor, requestCode, claim, headers.get(CLIENT_ADDRESS_HEADER));
    },
  );
}

export const clientAction = withoutToast("failedToSendMessage");

/** What was typed, with the ticked IDs in one text. */
async function typedClaim(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch(() => new FormData());
  const text = (name: string) => String(form.get(name) ?? "");
  return { ids: form.getAll("ids").join("\n"), reason: text("reason"), text: text("text") };
}
