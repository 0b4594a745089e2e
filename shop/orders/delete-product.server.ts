import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { dropImage } from "#shop/catalogue/drop-image.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { lockProduct } from "#shop/stock/lock-product.server.ts";
import { removeProducts } from "#shop/stock/remove-products.server.ts";
import { pendingOrdersOf } from "./pending-orders-of.server.ts";

type Needs = Pick<Services, "db" | "files" | "log" | "now">;

/** Takes a product and its free IDs off sale; its orders stay whole. Refuses while some are pending, saying how many. For admins. [S5.10] */
export async function deleteProduct(services: Needs, visitor: Visitor, productId: string): Promise<Result<null>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  const deleted = await services.db.transaction(async (tx): Promise<Result<string[]>> => {
    if (!(await lockProduct(tx, productId))) return refused("productNotFound");
    const pending = await pendingOrdersOf(tx, [productId]);
    if (pending > 0) return refused("productHasPendingOrders", pending);

    const images = await removeProducts(tx, [productId], services.now());
    await announce(tx, "stock");
    return granted(images);
  });
  if (!deleted.ok) return deleted;

  for (const image of deleted.value) await dropImage(services, image);
  return granted(null);
}
