import { type SQL, sql } from "drizzle-orm";
import { inOneBreath } from "#platform/database/in-one-breath.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { type Open, type Statement, written } from "#platform/database/statement.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { freeUnits, productStock } from "#shop/stock/tables.server.ts";
import { type OrderRow, orderUnits } from "./tables.server.ts";

type Holding = Pick<OrderRow, "id" | "productId">;

/** Makes all IDs that an order holds available again, and raises the counter by as many, in one statement behind the stock's lock. [S4.3] */
export async function releaseHeld(tx: Tx, order: Holding): Promise<void> {
  await inOneBreath([lockStock(tx, [order.productId]), tx.execute(releasing(order))]);
}

/** The same as a statement, to be sent behind that of the stock's lock. */
export function releaseOfHeld({ id, productId }: Holding): Statement {
  return release({ id, productId });
}

const release = written("release-held", releasing);

function releasing({ id, productId }: Open<Holding>): SQL {
  return sql`with released as (
        delete from ${orderUnits} where order_id = ${id} and delivered_at is null returning unit_id
      ), freed as (
        insert into ${freeUnits} (product_id, unit_id) select ${productId}, unit_id from released returning unit_id
      )
      update ${productStock} set available = available + (select count(*) from freed)
      where product_id = ${productId} and exists (select from released)`;
}
