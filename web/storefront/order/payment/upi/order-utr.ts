import { z } from "zod";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { sendUtr, UtrForm } from "#shop/orders/payment/upi/send-utr.server.ts";
import { postedPicture } from "#web/parts/forms/posted-picture.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import { refuseStranger } from "#web/storefront/order/access/refuse-stranger.server.ts";
import type { Route } from "./+types/order-utr.ts";

export { default, ErrorBoundary, headers, loader, meta } from "#web/storefront/order/order-status.tsx";

const PostedUtr = UtrForm.extend({ screenshot: z.file().nullish() });

/** Stores the UTR and the screenshot of a buyer: POST /order-status/:requestCode/utr. [S10.12] */
export async function action(args: Route.ActionArgs) {
  const { requestCode } = args.params;
  const no = await refuseStranger(args.context, requestCode, args.request);
  if (no) return no;
  return runAction(
    args,
    { form: PostedUtr, failed: "failedToProcessRequest", done: "utrSent", typed: typedFields },
    async ({ services, visitor, headers }, { screenshot, utr }) =>
      sendUtr(services, visitor, requestCode, { utr }, await postedPicture(screenshot), headers.get(CLIENT_ADDRESS_HEADER)),
  );
}

export const clientAction = withToast("failedToProcessRequest");
