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

  const deleted = await services.db.transaction(async (tx): Promise<Result<{ image: string }>> => {
    const product = await lockProduct(tx, productId);
    if (!product) return refused("productNotFound");
    const pending = await pendingOrdersOf(tx, [productId]);
    if (pending > 0) return refused("productHasPendingOrders", pending);

    await removeProducts(tx, [productId], services.now());
    await announce(tx, "stock");
    return granted(product);
  });
  if (!deleted.ok) return deleted;

  await dropImage(services, deleted.value.image);
  return granted(null);
}
