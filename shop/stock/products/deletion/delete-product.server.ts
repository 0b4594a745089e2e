import { eq } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { spareMemory } from "#platform/spare-memory.ts";
import type { Admin, Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { IDS_AT_ONCE } from "#shop/constants.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { TellProgress } from "#shop/stock/add-in-steps.server.ts";
import { lockProduct } from "#shop/stock/lock-product.server.ts";
import { removeProducts, removeSomeIds } from "#shop/stock/remove-products.server.ts";
import { productStock } from "#shop/stock/tables.server.ts";
import { pendingOrdersOf } from "./pending-orders-of.server.ts";

type Needs = Pick<Services, "db" | "now">;

/**
 * Takes a product and its free IDs off sale; its orders stay whole, and it can be brought back for 30 days. Many IDs go in steps while the product is
 * hidden already; what broke off is finished by deleting again. Refuses while orders are pending, saying how many. For admins. [S5.10]
 */
export async function deleteProduct(
  services: Needs,
  visitor: Visitor,
  productId: string,
  tell: TellProgress = () => {},
): Promise<Result<null>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  for (let all = 0; ; ) {
    const step = await goOn(services, visitor, productId);
    if (!step.ok) return step;
    const { removed, left } = step.value;
    all = Math.max(all, removed + left);
    tell(all - left, all);
    if (left === 0) return granted(null);
    spareMemory();
  }
}

/** One step, whole in itself: the last one takes the product with the rest of its IDs. */
function goOn({ db, now }: Needs, admin: Admin, productId: string): Promise<Result<{ removed: number; left: number }>> {
  return db.transaction(async (tx): Promise<Result<{ removed: number; left: number }>> => {
    const product = await lockProduct(tx, productId);
    if (!product) return refused("productNotFound");
    const pending = await pendingOrdersOf(tx, [productId]);
    if (pending > 0) return refused("productHasPendingOrders", pending);

    const [stock] = await tx.select({ available: productStock.available }).from(productStock).where(eq(productStock.productId, productId));
    const available = stock?.available ?? 0;
    const isBegun = product.leavingAt !== null && product.hiddenAt !== null;
    const at = (isBegun && product.leavingAt) || now();
    await signDeed(tx, admin);
    if (available > IDS_AT_ONCE) {
      await removeSomeIds(tx, productId, at, IDS_AT_ONCE);
      if (!isBegun) await announce(tx, "stock");
      return granted({ removed: IDS_AT_ONCE, left: available - IDS_AT_ONCE });
    }
    for (const { id, name, ids } of await removeProducts(tx, [productId], at)) {
      await noteDeed(tx, admin, { deed: "product-deleted", subject: { kind: "product", id, name }, facts: { ids: Number(ids) } }, now());
    }
    await announce(tx, "stock");
    return granted({ removed: available, left: 0 });
  });
}
