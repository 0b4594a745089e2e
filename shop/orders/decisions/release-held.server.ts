import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { freeUnits, productStock } from "#shop/stock/tables.server.ts";
import type { Placed } from "../order.ts";
import { orderUnits } from "../tables.server.ts";

/**
 * Makes all IDs that an order reserves free again and raises the counter by their number, in one
 * statement after locking the stock. [S4.3]
 */
export async function releaseHeld(tx: Tx, { id, productId }: Pick<Placed, "id" | "productId">): Promise<void> {
  await lockStock(tx, [productId]);
  await tx.execute(sql`with released as (
        delete from ${orderUnits} where order_id = ${id} and delivered_at is null returning unit_id
      ), freed as (
        insert into ${freeUnits} (product_id, unit_id) select ${productId}, unit_id from released returning unit_id
      )
      update ${productStock} set available = available + (select count(*) from freed)
      where product_id = ${productId} and exists (select from released)`);
}
