import { eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Placed } from "#shop/orders/order.ts";
import { orderUnits } from "#shop/orders/tables.server.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { freeUnits, productStock } from "#shop/stock/tables.server.ts";

type Ordered = Pick<Placed, "id" | "productId" | "quantity">;

/**
 * Delivers the IDs that an order reserves, in the order in which they came into the stock. [S10.5]
 */
export async function deliverReserved(tx: Tx, { id }: Ordered, at: Date): Promise<void> {
  await tx.execute(sql`update ${orderUnits} set delivered_at = ${at.toISOString()}::timestamptz, position = its.n
    from (select unit_id, row_number() over (order by unit_id) - 1 as n from ${orderUnits} where order_id = ${id} and delivered_at is null) as its
    where ${orderUnits}.unit_id = its.unit_id`);
}

/** Locks the stock of an order's product. Returns whether all of its IDs are free there. [S10.8] */
export async function lockEnough(tx: Tx, { productId, quantity }: Ordered): Promise<boolean> {
  await lockStock(tx, [productId]);
  const [stock] = await tx.select({ available: productStock.available }).from(productStock).where(eq(productStock.productId, productId));
  return (stock?.available ?? 0) >= quantity;
}

/**
 * Delivers free IDs with an order that has none, in one statement. The stock is locked, and has
 * enough. [S10.8]
 */
export async function deliverFree(tx: Tx, { id, productId, quantity }: Ordered, at: Date): Promise<void> {
  await tx.execute(sql`with taken as (
      delete from ${freeUnits} where product_id = ${productId} and unit_id in (
        select unit_id from ${freeUnits} where product_id = ${productId} order by unit_id limit ${quantity}) returning unit_id
    ), counted as (
      update ${productStock} set available = available - ${quantity} where product_id = ${productId}
    )
    insert into ${orderUnits} (unit_id, order_id, delivered_at, position)
      select unit_id, ${id}, ${at.toISOString()}::timestamptz, row_number() over (order by unit_id) - 1 from taken`);
}
