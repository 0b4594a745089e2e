import { readUpiMethod } from "#shop/payments/upi/read-upi-method.server.ts";
import { payeeOf } from "#shop/payments/upi/upi-method.ts";
import { upiQr } from "#shop/payments/upi/upi-qr.server.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { privatePicture } from "#web/private-picture.ts";
import { orFail, say } from "#web/say.ts";
import type { Route } from "./+types/upi-test-qr.ts";

const ONE_RUPEE = 100;

/**
 * A QR code with the stored UPI ID, so that the owner's own app shows whose it is:
 * GET /admin/payment-methods/upi/test.png. [S10.1] [S10.12]
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const payee = payeeOf(await orFail(context, "failedToLoadSettings", () => readUpiMethod(services, visitor)));
  if (!payee) throw say(context, refused("notFound"));
  const { vpa, payeeName } = payee;
  return privatePicture(upiQr({ vpa, payeeName, paise: ONE_RUPEE, requestCode: "TEST" }), "image/png", "test.png");
}
