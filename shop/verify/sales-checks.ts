import { COUNTED_SALES, measures } from "#shop/orders/sales/counted-sales.ts";

const counted = COUNTED_SALES.replaceAll("$1", "'-infinity'::timestamptz")
  .replaceAll("$2", "(select until from sales_sums_until)")
  .replaceAll("$3", "(select time_zone from sales_sums_until)")
  .replaceAll("$4", "null");
const each = (table: string) => measures.map((name) => `coalesce(${table}.${name}, 0)`).join(", ");

/**
 * Checks of the stored sums of sales, in the form of `bookChecks`: a day has what counting all rows
 * gives, unless it waits to be counted again, and a month what its days have. [S17.5]
 */
export const salesChecks: string[] = [
  `select 'sales by ' || kind || ' on ' || since as row,
    'of ' || coalesce(nullif(key, ''), 'none') || ': (' || concat_ws(', ', ${each("s")}) || ') by the sums and (' || concat_ws(', ', ${each("c")}) || ') by counting' as wrong
  from (select * from sales_sums where span = 'day') s full join (select day as since, kind, key, ${measures.join(", ")} from (${counted}) as all_days) c using (kind, since, key)
  where (${each("s")}) is distinct from (${each("c")})
    and since not in (select (c.at at time zone u.time_zone)::date from sales_changes c, sales_sums_until u where u.time_zone <> '')`,

  `select 'sales by ' || kind || ' in the month of ' || since as row, 'of ' || coalesce(nullif(key, ''), 'none') || ': not the sum of its days' as wrong
  from (select * from sales_sums where span = 'month') m full join (
    select kind, date_trunc('month', since)::date as since, key, ${measures.map((name) => `sum(${name}) as ${name}`).join(", ")} from sales_sums, sales_sums_until
    where span = 'day' and time_zone <> '' and date_trunc('month', since) + interval '1 month' <= until at time zone time_zone group by 1, 2, 3) d using (kind, since, key)
  where (${each("m")}) is distinct from (${each("d")})`,
];
