import { type SQL, sql } from "drizzle-orm";
import type { OrderSums } from "./order-sums.ts";

/**
 * The sums of the day and the month in which `now` is, where the shop is: one expression, so that a list and its sums are one statement. Hours that are over
 * stand in sums of their own (`order_sums`), so it reads the orders of an hour or two, however many the month had.
 */
export function orderSumsAt(now: Date, timeZone: string): SQL<OrderSums> {
  const sumsSince = (begin: "day" | "month") => {
    const since = sql`date_trunc(${begin}, ${now.toISOString()}::timestamptz, ${timeZone}::text)`;
    return sql`json_build_object('placed', (select row_to_json(s) from order_sum('placed', ${since}) s),
      'approved', (select row_to_json(s) from order_sum('approved', ${since}) s))`;
  };
  return sql<OrderSums>`(select json_build_object('today', ${sumsSince("day")}, 'month', ${sumsSince("month")}))`;
}
