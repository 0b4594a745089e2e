import { inArray, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { freeUnits, productStock, units } from "./tables.server.ts";

/**
 * Takes products whose stock the transaction has locked off sale: their free IDs are set aside, their rows stay for the orders. Returns their
 * images, which nobody needs after the commit. [S5.10]
 */
export async function removeProducts(tx: Tx, productIds: string[], at: Date): Promise<string[]> {
  await tx.execute(sql`with gone as (
      delete from ${freeUnits} where product_id in ${productIds} returning unit_id
    ), emptied as (
      update ${productStock} set available = 0 where product_id in ${productIds}
    )
    update ${units} set set_aside = 'removed', set_aside_at = ${at.toISOString()}::timestamptz where id in (select unit_id from gone)`);
  const removed = await tx
    .update(products)
    .set({ deletedAt: at })
    .where(inArray(products.id, productIds))
    .returning({ image: products.image });
  return removed.map(({ image }) => image);
}
