import { sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { StockFacts } from "#shop/webhooks/delivery.ts";
import { queueingDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import { LOW_STOCK } from "../constants.ts";

/**
 * Queues a `stock.low` delivery for each product that runs low for a reason other than a new order
 * (orders queue their own). A product is reported once until it is restocked; hidden, deleted and
 * never stocked products are skipped. Returns how many were reported.
 */
export async function announceLowStock(services: Pick<Services, "db" | "now" | "jobs">): Promise<number> {
  return inTransaction(services.db, async (tx) => {
    await tx.execute(
      sql`delete from low_stock using product_stock s where s.product_id = low_stock.product_id and s.available > ${LOW_STOCK}`,
    );
    const { rows } = await tx.execute<StockFacts>(sql`with low as (
        select p.id, p.name, s.available from product_stock s join products p on p.id = s.product_id
        where s.available <= ${LOW_STOCK} and s.imported > 0 and p.deleted_at is null and p.hidden_at is null
      ), recorded as (
        insert into low_stock (product_id, notified_at) select id, ${services.now()}::timestamptz from low on conflict do nothing returning product_id
      )
      select low.id as "productId", low.name as "productName", low.available from low join recorded on recorded.product_id = low.id`);
    if (rows.length === 0) return 0;

    await tx.execute(
      queueingDeliveries(
        services,
        rows.map((facts) => ({ event: "stock.low", facts })),
      ),
    );
    return rows.length;
  });
}
