import { sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { announceOrder } from "../announce-order.server.ts";
import { lockOrderById } from "../lock-order.server.ts";
import type { RecallStep } from "./go-on-recalls.server.ts";
import { isRecalled } from "./recalled.server.ts";

type Needs = Pick<Services, "db">;

/**
 * Returns a step that exchanges the bad IDs of the next pending order for free ones, as many as
 * there are; what is left keeps the order marked. A step answers false once no further order can
 * be served. The order is locked before the stock. [S15.11]
 */
export function exchangeReserved(services: Needs, recall: RecallStep): () => Promise<boolean> {
  let after = 0;
  return async () => {
    const next = await nextReserved(services, recall, after);
    if (next === null) return false;
    after = next.unitId;
    await exchange(services, recall, next.orderId);
    return true;
  };
}

/** The next bad ID that an order reserves, while free ones are left. */
async function nextReserved(
  { db }: Needs,
  { batchId, productId }: RecallStep,
  after: number,
): Promise<{ unitId: number; orderId: string } | null> {
  const { rows } = await db.execute<{ unitId: string; orderId: string }>(sql`select u.id as "unitId", h.order_id as "orderId"
    from orders o join order_units h on h.order_id = o.id and h.delivered_at is null join units u on u.id = h.unit_id
    where o.status = 'pending' and o.product_id = ${productId} and u.batch_id = ${batchId} and u.id > ${after}
      and exists (select from product_stock s where s.product_id = ${productId} and s.available > 0 and s.held > 0)
    order by u.id limit 1`);
  const [row] = rows;
  return row ? { ...row, unitId: Number(row.unitId) } : null;
}

async function exchange({ db }: Needs, { by }: RecallStep, orderId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrderById(tx, orderId);
    if (order?.status !== "pending") return;
    await lockStock(tx, [order.productId]);
    await signTransaction(tx, { userId: by });
    // A recall that was undone meanwhile leaves nothing to exchange.
    const { rows } = await tx.execute<{ id: string; instead: string }>(sql`with bad as (
        select h.unit_id, row_number() over (order by h.unit_id) as n from order_units h
        where h.order_id = ${orderId} and h.delivered_at is null and ${isRecalled(sql`h.unit_id`)}
      ), good as (
        select unit_id, row_number() over (order by unit_id) as n from (
          select unit_id from free_units where product_id = ${order.productId} order by unit_id limit (select count(*) from bad)) as free
      )
      select bad.unit_id as id, good.unit_id as instead from bad join good using (n)`);
    if (rows.length === 0) return;
    const [bad, good] = [rows.map(({ id }) => id), rows.map(({ instead }) => instead)];
    await tx.execute(
      sql`delete from order_units where order_id = ${orderId} and delivered_at is null and unit_id = any(${sql.param(bad)}::bigint[])`,
    );
    await tx.execute(sql`update units set withdrawn = 'recalled', withdrawn_at = now() where id = any(${sql.param(bad)}::bigint[])`);
    await tx.execute(sql`with taken as (
        delete from free_units where product_id = ${order.productId} and unit_id = any(${sql.param(good)}::bigint[]) returning unit_id
      ), counted as (
        update product_stock set available = available - (select count(*) from taken) where product_id = ${order.productId}
      )
      insert into order_units (unit_id, order_id) select unit_id, ${orderId} from taken`);
    await announceOrder(tx, order.requestCode);
  });
}
