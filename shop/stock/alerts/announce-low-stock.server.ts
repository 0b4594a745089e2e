import { sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { LOW_STOCK } from "#shop/constants.ts";
import { isHeard } from "#shop/notices/heard.server.ts";
import type { StockFacts } from "#shop/notices/notice.ts";
import { queueingNotices } from "#shop/notices/queue-notices.server.ts";

/**
 * Tells of products that have few IDs left for another reason than a new order, which tells by itself; once, until there are more again. One that never had any, is
 * hidden or was deleted is not told. Returns how many were told.
 */
export async function tellLowStock(services: Pick<Services, "db" | "now">): Promise<number> {
  return services.db.transaction(async (tx) => {
    await tx.execute(
      sql`delete from low_stock using product_stock s where s.product_id = low_stock.product_id and s.available > ${LOW_STOCK}`,
    );
    const { rows } = await tx.execute<StockFacts>(sql`with low as (
        select p.id, p.name, s.available from product_stock s join products p on p.id = s.product_id
        where s.available <= ${LOW_STOCK} and s.imported > 0 and p.deleted_at is null and p.hidden_at is null
      ), noted as (
        insert into low_stock (product_id, told_at) select id, ${services.now()}::timestamptz from low on conflict do nothing returning product_id
      )
      select low.id as "productId", low.name as "productName", low.available from low join noted on noted.product_id = low.id`);
    if (rows.length === 0 || !isHeard(services, "stock.low")) return 0;

    await tx.execute(
      queueingNotices(
        services,
        rows.map((facts) => ({ event: "stock.low", facts })),
      ),
    );
    return rows.length;
  });
}
