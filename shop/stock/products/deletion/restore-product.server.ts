import { eq, sql } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { DELETED_PRODUCT_KEPT_MS } from "#shop/constants.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { untilNoneEnteredMeanwhile } from "./add-units.server.ts";
import { lockStock } from "./lock-stock.server.ts";
import { freeUnits, productStock, units } from "./tables.server.ts";

/** How many free IDs are back with a product, and how many of those that went with it came into the shop elsewhere meanwhile. */
export type RestoredProduct = { restored: number; leftOut: number };

/**
 * Brings a deleted product back as it was, hidden if it was, with the free IDs that went with it: none that was deleted before, and none that
 * came into the shop again meanwhile. Refuses after 30 days, and when it is not deleted. For admins. [S5.10]
 */
export async function restoreProduct(
  services: Pick<Services, "db" | "now">,
  asker: Asker,
  productId: string,
): Promise<Result<RestoredProduct>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  if (!isProductId(productId)) return refused("productNotFound");

  return untilNoneEnteredMeanwhile(() =>
    services.db.transaction(async (tx): Promise<Result<RestoredProduct>> => {
      await lockStock(tx, [productId]);
      const { name, deletedAt, removedIds } = products;
      const [product] = await tx.select({ name, deletedAt, removedIds }).from(products).where(eq(products.id, productId));
      if (!product) return refused("productNotFound");
      if (!product.deletedAt) return refused("productNotDeleted");
      const at = services.now();
      if (product.deletedAt.getTime() <= at.getTime() - DELETED_PRODUCT_KEPT_MS) return refused("restoringTooLate");

      await signDeed(tx, asker);
      const { rows } = await tx.execute<{ restored: number }>(sql`with back as (
          update ${units} set set_aside = null, set_aside_at = null
          where product_id = ${productId} and set_aside = 'removed'
            and set_aside_at = (select deleted_at from ${products} where id = ${productId})
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
      await noteDeed(tx, asker, { deed: "product-restored", subject, facts: { ids: restored, leftOut } }, at);
      await announce(tx, "stock");
      return granted({ restored, leftOut });
    }),
  );
}
