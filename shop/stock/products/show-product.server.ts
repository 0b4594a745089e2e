import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { lockProduct } from "../lock-product.server.ts";

type Needs = Pick<Services, "db" | "now">;

/**
 * Hides a product: nobody sees or orders it until it is shown again. Its orders are not affected.
 * For admins. [S2.33]
 */
export function hideProduct(services: Needs, actor: Actor, productId: string): Promise<Result<null>> {
  return setHidden(services, actor, productId, true);
}

/**
 * Shows a hidden product again, which also abandons an interrupted deletion. For admins. [S2.33]
 */
export function showProduct(services: Needs, actor: Actor, productId: string): Promise<Result<null>> {
  return setHidden(services, actor, productId, false);
}

/** While the stock is locked no order can be placed. Doing the same twice changes nothing. */
async function setHidden(services: Needs, actor: Actor, productId: string, isHidden: boolean): Promise<Result<null>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");

  return inTransaction(services.db, async (tx): Promise<Result<null>> => {
    const product = await lockProduct(tx, productId);
    if (!product) return refused("productNotFound");
    if ((product.hiddenAt !== null) === isHidden) return ok(null);

    const at = services.now();
    await tx
      .update(products)
      .set(isHidden ? { hiddenAt: at } : { hiddenAt: null, leavingAt: null })
      .where(eq(products.id, productId));
    const subject = { kind: "product", id: productId, name: product.name } as const;
    await recordAction(tx, actor, { action: isHidden ? "product-hidden" : "product-shown", subject }, at);
    await announce(tx, "stock");
    return ok(null);
  });
}
