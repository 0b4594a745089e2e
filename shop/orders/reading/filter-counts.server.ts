import { and, asc, type SQL, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import { QUEUE_COUNTED_MAX } from "../constants.ts";
import { orders } from "../tables.server.ts";
import { hasNoMoney, paymentIs } from "./listed-orders.server.ts";
import type { FilterCounts } from "./payment-filter.ts";

/**
 * Counts the pending orders of each filter of the queue, in one statement. It reads a bounded number
 * of rows: those to review and those that are paid by their own index, those to collect among the
 * oldest that are not paid. More than `QUEUE_COUNTED_MAX` are not counted to the end. [S10.17]
 */
export async function countFiltered({ db }: { db: Reading }): Promise<FilterCounts> {
  const counted = db.prepared("queue-counts", (db) => db.select(counts).from(sql`(select) as nothing`));
  const [row] = await counted.execute();
  return row ?? { all: 0, review: 0, collect: 0, paid: 0 };
}

const most = sql.raw(String(QUEUE_COUNTED_MAX + 1));
const pending = (filter: SQL | undefined) => sql`select from ${orders} where ${and(sql`${orders.status} = 'pending'`, filter)}`;
const oldest = sql`(select ${orders.paymentMethod}, ${orders.utr}, ${orders.paidAt}, ${orders.hasPaymentToReview} from ${orders}
  where ${orders.status} = 'pending' and ${hasNoMoney} order by ${hasNoMoney}, ${asc(orders.createdAt)}, ${asc(orders.id)} limit ${most}) as orders`;

const counts = {
  all: sql<number>`(select count(*)::integer from (${pending(undefined)} limit ${most}) as found)`,
  review: sql<number>`(select count(*)::integer from (${pending(paymentIs.review)} limit ${most}) as found)`,
  collect: sql<number>`(select count(*)::integer from ${oldest} where ${paymentIs.collect})`,
  paid: sql<number>`(select count(*)::integer from (${pending(paymentIs.paid)} limit ${most}) as found)`,
};
