import { showPayee } from "#shop/orders/payment/upi/show-payee.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { upiQr } from "#shop/payments/upi/upi-qr.server.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { privatePicture } from "#web/private-picture.ts";
import { orFail, say } from "#web/say.ts";
import type { Route } from "./+types/order-upi-qr.ts";

/**
 * The QR code with which an order is paid, for its buyer: GET /order-status/:requestCode/upi.png.
 * For anybody else it answers like an unknown code. [S10.12]
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const order = await orFail(context, "failedToLoadOrderDetails", () => findOrder(services, visitor, params.requestCode));
  if (!order?.isWhole || !order.upi) throw say(context, refused("orderNotFound"));
  const payee = await orFail(context, "failedToLoadOrderDetails", () => showPayee(services, [order]));
  if (!payee) throw say(context, refused("orderNotFound"));

  const { vpa, payeeName } = payee;
  const picture = upiQr({ vpa, payeeName, paise: order.upi.payablePaise, requestCode: order.requestCode });
  return privatePicture(picture, "image/png", `${order.requestCode}.png`);
}
