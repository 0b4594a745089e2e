import { type SQL, sql } from "drizzle-orm";
import type { OrderSums } from "./order-sums.ts";

/**
 * The sums of the day and the month in which `now` is, where the shop is: one expression, so that a list and its sums are one statement. It reads
 * the orders of the month from two indexes alone.
 */
export function orderSumsAt(now: Date, timeZone: string): SQL<OrderSums> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const day = sql`(select date_trunc('day', ${at}, ${timeZone}::text))`;
  const month = sql`date_trunc('month', ${at}, ${timeZone}::text)`;
  const sumsOf = (time: SQL, when: SQL) => sql`(
      select json_build_object('count', count(*) filter (where ${time} >= ${day}),
          'paise', coalesce(sum(total_paise) filter (where ${time} >= ${day}), 0)) as today,
        json_build_object('count', count(*), 'paise', coalesce(sum(total_paise), 0)) as month
      from orders where ${when} and ${time} >= ${month})`;
  return sql<OrderSums>`(select json_build_object(
      'today', json_build_object('placed', placed.today, 'approved', approved.today),
      'month', json_build_object('placed', placed.month, 'approved', approved.month))
    from ${sumsOf(sql`created_at`, sql`true`)} placed, ${sumsOf(sql`handled_at`, sql`status = 'approved' and handled_at is not null`)} approved)`;
}
