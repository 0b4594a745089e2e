import { linkQr } from "#shop/orders/access/link-qr.server.ts";
import { requestContext } from "#web/context.ts";
import { privatePicture } from "#web/private-picture.ts";
import { orFail, say } from "#web/say.ts";
import type { Route } from "./+types/order-link-qr.ts";

/**
 * The QR code of the private link, for its holder: GET /order-status/:requestCode/link.png. For
 * anybody else it answers like an unknown code. [S6.6]
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, visitor, origin } = context.get(requestContext);
  const picture = await orFail(context, "failedToLoadOrderDetails", () =>
    linkQr(services, visitor, { requestCode: params.requestCode, origin }),
  );
  if (!picture.ok) throw say(context, picture);
  return privatePicture(picture.value, "image/png", "link.png");
}
