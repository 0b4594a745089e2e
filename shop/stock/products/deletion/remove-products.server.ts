import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { freeUnits, productStock, units } from "#shop/stock/tables.server.ts";

/** A deleted product, with how many free IDs were removed with it. */
type RemovedProduct = { id: string; name: string; ids: number };

/**
 * Deletes products whose stock the transaction has locked, in one statement. Their free IDs are
 * removed at the same moment, which is how restoring finds them. The rows stay for the orders, the
 * pictures for as long as the product can be restored. [S5.10]
 */
export async function removeProducts(tx: Tx, productIds: string[], at: Date): Promise<RemovedProduct[]> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<RemovedProduct>(sql`with gone as (
      delete from ${freeUnits} where product_id in ${productIds} returning product_id, unit_id
    ), emptied as (
      update ${productStock} set available = 0 where product_id in ${productIds}
    ), withdrawn as (
      update ${units} set withdrawn = 'removed', withdrawn_at = ${moment} where id in (select unit_id from gone)
    )
    update ${products} p
      set deleted_at = ${moment}, leaving_at = null, hidden_at = nullif(p.hidden_at, p.leaving_at),
        removed_ids = (select count(*) from gone where gone.product_id = p.id) + (
          select count(*) from ${units} u
          where p.leaving_at is not null and u.product_id = p.id and u.withdrawn = 'removed' and u.withdrawn_at = ${moment})
      where p.id in ${productIds}
      returning p.id, p.name, p.removed_ids as "ids"`);
  return rows;
}

/**
 * Removes some of a product's free IDs in advance, dated like the deletion that follows, and hides
 * the product. The transaction has locked its stock. [S5.10]
 */
export async function removeSomeIds(tx: Tx, productId: string, at: Date, howMany: number): Promise<void> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`with gone as (
      delete from ${freeUnits} where product_id = ${productId} and unit_id = any(array(
        select unit_id from ${freeUnits} where product_id = ${productId} order by unit_id desc limit ${howMany}))
      returning unit_id
    ), counted as (
      update ${productStock} set available = available - (select count(*) from gone) where product_id = ${productId}
    ), withdrawn as (
      update ${units} set withdrawn = 'removed', withdrawn_at = ${moment} where id in (select unit_id from gone)
    )
    update ${products} set leaving_at = ${moment}, hidden_at = coalesce(hidden_at, ${moment}) where id = ${productId}`);
}
