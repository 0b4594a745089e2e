import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { lockProduct } from "#shop/stock/lock-product.server.ts";
import { removeProducts } from "#shop/stock/remove-products.server.ts";
import { pendingOrdersOf } from "./pending-orders-of.server.ts";

/**
 * Takes a product and its free IDs off sale; its orders stay whole, and it can be brought back for 30 days. Refuses while some are pending, saying
 * how many. For admins. [S5.10]
 */
export async function deleteProduct(services: Pick<Services, "db" | "now">, visitor: Visitor, productId: string): Promise<Result<null>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  return services.db.transaction(async (tx): Promise<Result<null>> => {
    if (!(await lockProduct(tx, productId))) return refused("productNotFound");
    const pending = await pendingOrdersOf(tx, [productId]);
    if (pending > 0) return refused("productHasPendingOrders", pending);

    const at = services.now();
    await signDeed(tx, visitor);
    for (const { id, name, ids } of await removeProducts(tx, [productId], at)) {
      await noteDeed(tx, visitor, { deed: "product-deleted", subject: { kind: "product", id, name }, facts: { ids } }, at);
    }
    await announce(tx, "stock");
    return granted(null);
  });
}
