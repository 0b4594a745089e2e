import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import type { Paise } from "#shop/money.ts";
import { requireRight } from "#shop/rights.ts";

/** A number of orders and their total amount. */
export type OrderSum = { count: number; paise: Paise };

/**
 * What was placed, approved and paid since the shop's day and month began. Placed orders count in
 * any status. Paid ones count on the day of the payment, whatever paid them (money, a gift card that
 * was approved, an admin's mark), with what their buyers had to pay, unless they were rejected or
 * cancelled; what went back of an approved one is not taken off.
 */
export type OrderSums = Record<"today" | "month", { placed: OrderSum; approved: OrderSum; paid: OrderSum }>;

/**
 * Reads the sums of the current day and month in the shop's time zone. Closed hours have stored
 * sums of placed and approved orders (`order_sums`), so of these it reads only those of an hour or
 * two, however many the month had; of paid ones, an entry each of an index. [S2.28] [S12.2]
 */
export async function readOrderSums(
  { db, now }: Pick<Services, "now"> & { db: Reading },
  actor: Actor,
  timeZone: string,
): Promise<OrderSums> {
  requireRight(actor, "see-figures");
  const { rows } = await db.$client.query<Row>({ name: "order-sums", text: sumsSince, values: [now(), timeZone] });
  const sumsOf = (part: keyof OrderSums) => {
    const row = rows.find((row) => row.part === part);
    return {
      placed: sumOf(row?.placed, row?.placedPaise),
      approved: sumOf(row?.approved, row?.approvedPaise),
      paid: sumOf(row?.paid, row?.paidPaise),
    };
  };
  return { today: sumsOf("today"), month: sumsOf("month") };
}

type Row = { part: keyof OrderSums } & Record<"placed" | "placedPaise" | "approved" | "approvedPaise" | "paid" | "paidPaise", string>;

function sumOf(count = "0", paise = "0"): OrderSum {
  return { count: Number(count), paise: Number(paise) };
}

/**
 * Returns two rows. `first` is the first whole hour of each part, because a day can begin at half
 * past. Each range has an end so that the planner expects few orders in it, and one plan serves
 * every moment.
 */
const sumsSince = `
  select part, placed.count as placed, placed.paise as "placedPaise", approved.count as approved, approved.paise as "approvedPaise",
    paid.count as paid, paid.paise as "paidPaise"
  from (
    select part, since, date_trunc('hour', since - interval '1 microsecond', 'UTC') + interval '1 hour' as first, until
    from order_sums_until, (values
      ('today', date_trunc('day', $1::timestamptz, $2::text)),
      ('month', date_trunc('month', $1::timestamptz, $2::text))) as parts (part, since)
  ) as parts,
  lateral (${partSum("placed", "created_at", "true")}) as placed,
  lateral (${partSum("approved", "handled_at", "status = 'approved' and handled_at is not null")}) as approved,
  lateral (
    select count(*) as count, coalesce(sum(coalesce(payable_paise, total_paise)), 0)::bigint as paise from orders
    where status in ('pending', 'approved') and total_paise > 0 and paid_at >= since and paid_at < 'infinity'
  ) as paid`;

/**
 * A sum from `since` on: of the closed hours, of the rest of the hour before them, and of
 * everything later.
 */
function partSum(what: "placed" | "approved", at: string, which: string): string {
  const ordersIn = (begin: string, end: string) =>
    `select count(*), sum(total_paise) from orders where ${which} and ${at} >= ${begin} and ${at} < ${end}`;
  return `
    select coalesce(sum(count), 0)::bigint as count, coalesce(sum(paise), 0)::bigint as paise from (
      select sum(count) as count, sum(total_paise) as paise from order_sums where what = '${what}' and hour >= first and hour < until
      union all ${ordersIn("since", "least(first, until)")}
      union all ${ordersIn("greatest(since, until)", "'infinity'")}
    ) as sums`;
}
