import { sql } from "drizzle-orm";
import { inOneBreath } from "#platform/database/in-one-breath.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { freeUnits, productStock } from "#shop/stock/tables.server.ts";
import { type OrderRow, orderUnits } from "./tables.server.ts";

/** Makes all IDs that an order holds available again, and raises the counter by as many, in one statement behind the stock's lock. [S4.3] */
export async function releaseHeld(tx: Tx, { id, productId }: Pick<OrderRow, "id" | "productId">): Promise<void> {
  await inOneBreath([
    lockStock(tx, [productId]),
    tx.execute(sql`with released as (
        delete from ${orderUnits} where order_id = ${id} and delivered_at is null returning unit_id
      ), freed as (
        insert into ${freeUnits} (product_id, unit_id) select ${productId}, unit_id from released returning unit_id
      )
      update ${productStock} set available = available + (select count(*) from freed)
      where product_id = ${productId} and exists (select from released)`),
  ]);
}
