import { eq, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { untilNoneEnteredMeanwhile } from "#shop/stock/books/add-units.server.ts";
import { DELETED_PRODUCT_STORED_MS } from "#shop/stock/constants.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { freeUnits, productStock, units } from "#shop/stock/tables.server.ts";

/**
 * How many free IDs were restored, and how many were not because they were added elsewhere
 * meanwhile.
 */
export type RestoredProduct = { restored: number; leftOut: number };

/**
 * Restores a deleted product, still hidden if it was, with the free IDs removed with it; not those
 * removed earlier or added elsewhere since. Refuses `productNotDeleted`, and `restoringTooLate`
 * after 30 days. For admins. [S5.10]
 */
export async function restoreProduct(
  services: Pick<Services, "db" | "now">,
  actor: Actor,
  productId: string,
): Promise<Result<RestoredProduct>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  if (!isProductId(productId)) return refused("productNotFound");

  return untilNoneEnteredMeanwhile(() =>
    inTransaction(services.db, async (tx): Promise<Result<RestoredProduct>> => {
      await lockStock(tx, [productId]);
      const { name, deletedAt, removedIds } = products;
      const [product] = await tx.select({ name, deletedAt, removedIds }).from(products).where(eq(products.id, productId));
      if (!product) return refused("productNotFound");
      if (!product.deletedAt) return refused("productNotDeleted");
      const at = services.now();
      if (product.deletedAt.getTime() <= at.getTime() - DELETED_PRODUCT_STORED_MS) return refused("restoringTooLate");

      await signTransaction(tx, actor);
      const { rows } = await tx.execute<{ restored: number }>(sql`with back as (
          update ${units} set withdrawn = null, withdrawn_at = null
          where product_id = ${productId} and withdrawn = 'removed'
            and withdrawn_at = (select deleted_at from ${products} where id = ${productId})
          returning id
        ), freed as (
          insert into ${freeUnits} (product_id, unit_id) select ${productId}, id from back returning unit_id
        ), counted as (
          update ${productStock} set available = available + (select count(*) from freed) where product_id = ${productId}
        )
        select count(*)::integer as restored from freed`);
      await tx.update(products).set({ deletedAt: null, removedIds: null }).where(eq(products.id, productId));
      const restored = rows[0]?.restored ?? 0;
      const leftOut = Math.max(0, (product.removedIds ?? restored) - restored);

      const subject = { kind: "product", id: productId, name: product.name } as const;
      await recordAction(tx, actor, { action: "product-restored", subject, facts: { ids: restored, leftOut } }, at);
      await announce(tx, "stock");
      return ok({ restored, leftOut });
    }),
  );
}
