import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Admin, Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { IDS_AT_ONCE } from "#shop/stock/constants.ts";
import type { ReportProgress } from "#shop/stock/ids/add-in-steps.server.ts";
import { lockProduct } from "#shop/stock/lock-product.server.ts";
import { productStock } from "#shop/stock/tables.server.ts";
import { pendingOrdersOf } from "./count-pending-orders.server.ts";
import { removeProducts, removeSomeIds } from "./remove-products.server.ts";

type Needs = Pick<Services, "db" | "now">;

/**
 * Deletes a product and its free IDs; its orders stay, and it can be restored for 30 days. Many IDs
 * are removed in steps while the product is already hidden; deleting again finishes an interrupted
 * deletion. Refuses `productHasPendingOrders`, with their number. For admins. [S5.10]
 */
export async function deleteProduct(
  services: Needs,
  visitor: Visitor,
  productId: string,
  reportProgress: ReportProgress = () => {},
): Promise<Result<null>> {
  if (!may(visitor, "manage-stock")) return rightMissing("manage-stock");

  for (let all = 0; ; ) {
    const step = await goOn(services, visitor, productId);
    if (!step.ok) return step;
    const { removed, left } = step.value;
    all = Math.max(all, removed + left);
    reportProgress(all - left, all);
    if (left === 0) return ok(null);
  }
}

/** Runs one step; the last one deletes the product with the rest of its IDs. */
function goOn({ db, now }: Needs, admin: Admin, productId: string): Promise<Result<{ removed: number; left: number }>> {
  return inTransaction(db, async (tx): Promise<Result<{ removed: number; left: number }>> => {
    const product = await lockProduct(tx, productId);
    if (!product) return refused("productNotFound");
    const pending = await pendingOrdersOf(tx, [productId]);
    if (pending > 0) return refused("productHasPendingOrders", { n: pending });

    const [stock] = await tx.select({ available: productStock.available }).from(productStock).where(eq(productStock.productId, productId));
    const available = stock?.available ?? 0;
    const isBegun = product.leavingAt !== null && product.hiddenAt !== null;
    const at = (isBegun && product.leavingAt) || now();
    await signTransaction(tx, admin);
    if (available > IDS_AT_ONCE) {
      await removeSomeIds(tx, productId, at, IDS_AT_ONCE);
      if (!isBegun) await announce(tx, "stock");
      return ok({ removed: IDS_AT_ONCE, left: available - IDS_AT_ONCE });
    }
    for (const { id, name, ids } of await removeProducts(tx, [productId], at)) {
      await recordAction(
        tx,
        admin,
        { action: "product-deleted", subject: { kind: "product", id, name }, facts: { ids: Number(ids) } },
        now(),
      );
    }
    await announce(tx, "stock");
    return ok({ removed: available, left: 0 });
  });
}
