import { qrPicture } from "#platform/pictures/qr-picture.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { findOrder } from "../reading/find-order.server.ts";

/**
 * Draws the QR code of an order's private link as a PNG picture, for its holder. Refuses everybody
 * else, also admins, like an unknown code (`orderNotFound`). [S6.6]
 */
export async function linkQr(
  services: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  { requestCode, origin }: { requestCode: string; origin: string },
): Promise<Result<Buffer<ArrayBuffer>, "orderNotFound">> {
  const order = await findOrder(services, visitor, requestCode);
  return order?.privatePath ? ok(qrPicture(origin + order.privatePath)) : refused("orderNotFound");
}
