import { z } from "zod";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { sendUtr, UtrForm } from "#shop/orders/payment/upi/send-utr.server.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields, withTypedFields } from "#web/parts/forms/typed-fields.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import { refuseStranger } from "#web/storefront/order/access/refuse-stranger.server.ts";
import type { Route } from "./+types/order-utr.ts";

export { default, ErrorBoundary, headers, loader, meta } from "#web/storefront/order/order-status.tsx";

const PostedUtr = UtrForm.extend({ screenshot: z.file().nullish() });

/** Stores the UTR and the screenshot of a buyer: POST /order-status/:requestCode/utr. [S10.12] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const no = await refuseStranger(context, params.requestCode);
  if (no) return no;
  const typed = await typedFields(request.clone());
  const form = await readForm(PostedUtr, request);
  if (!form.ok) return withTypedFields(say(context, form), typed);

  const { screenshot, utr } = form.value;
  const proof = screenshot ? { filename: screenshot.name, bytes: await screenshot.bytes() } : null;
  const network = request.headers.get(CLIENT_ADDRESS_HEADER);
  const sent = await orSay(context, "failedToProcessRequest", () =>
    sendUtr(services, visitor, params.requestCode, { utr }, proof, network),
  );
  return withTypedFields(say(context, sent, "utrSent"), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
