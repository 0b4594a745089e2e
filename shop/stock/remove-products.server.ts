import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { freeUnits, productStock, units } from "./tables.server.ts";

/** A product that left the shop, with how many free IDs went with it. */
export type RemovedProduct = { id: string; name: string; ids: number };

/**
 * Takes products whose stock the transaction has locked off sale, in one statement: their free IDs are set aside at the same moment, by which they
 * are found when a product is brought back; their rows stay for the orders, and their pictures for as long as they can be brought back. [S5.10]
 */
export async function removeProducts(tx: Tx, productIds: string[], at: Date): Promise<RemovedProduct[]> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<RemovedProduct>(sql`with gone as (
      delete from ${freeUnits} where product_id in ${productIds} returning product_id, unit_id
    ), emptied as (
      update ${productStock} set available = 0 where product_id in ${productIds}
    ), aside as (
      update ${units} set set_aside = 'removed', set_aside_at = ${moment} where id in (select unit_id from gone)
    )
    update ${products} p
      set deleted_at = ${moment}, removed_ids = (select count(*) from gone where gone.product_id = p.id)
      where p.id in ${productIds}
      returning p.id, p.name, p.removed_ids as "ids"`);
  return rows;
}
