import type { PoolClient } from "pg";
import { letTakeLong } from "#platform/database/lift-timeouts.server.ts";
import type { Services } from "#platform/provides.ts";
import { COUNTED_SALES, measures, sumKinds } from "./counted-sales.ts";

/**
 * Brings the stored sums of sales up to date: counts the hours that ended at least an hour ago, and
 * again each day that changed later. A day is always counted whole, so two processes may run it at
 * once. After a change of the time zone it counts all again, and where the clock was set back, the
 * days that are not over any more. Returns how many days it counted. [S17.5]
 */
export async function closeSales({ db }: Pick<Services, "db">): Promise<number> {
  const client = await db.$client.connect();
  try {
    await letTakeLong(client);
    let counted = 0;
    for (let isDone = false; !isDone; ) {
      const step = await closeSome(client);
      counted += step.counted;
      isDone = step.isDone;
    }
    return counted;
  } finally {
    client.release(true);
  }
}

/** The hours to count next: times in the database's words, and their first and last day. */
type Next = {
  zone: string;
  isOtherZone: boolean;
  isSetBack: boolean;
  isDue: boolean;
  isDone: boolean;
  begin: string;
  end: string;
  from: string;
  to: string;
};

/** Counts up to four weeks of hours that are over, and the earlier days that changed, in one transaction. */
async function closeSome(client: PoolClient): Promise<{ counted: number; isDone: boolean }> {
  await client.query("begin");
  await client.query("select from sales_sums_until for update");
  const { rows } = await client.query<Next>(NEXT);
  const [next] = rows;
  if (!next) throw new Error("the sums of sales have no state");
  const { zone, begin, end, from, to } = next;
  if (next.isOtherZone) await client.query("delete from sales_sums");
  if (next.isSetBack) await client.query("delete from sales_sums where since >= $1", [from]);
  const changes = await client.query<{ day: string }>(TAKE_CHANGES, [zone]);
  const days = [...new Set(changes.rows.map(({ day }) => day))];
  const earlier = days.filter((day) => day < from);
  for (const day of earlier) await count(client, { zone, begin: null, end: null, from: day, to: day });
  const isDue = next.isDue || days.some((day) => day >= from);
  if (isDue) await count(client, { zone, begin, end, from, to });

  for (const month of new Set([...earlier, ...(isDue ? [from, to] : [])].map((day) => `${day.slice(0, 7)}-01`))) {
    await client.query(FORGET, [sumKinds, "month", month, month]);
    await client.query(SUM_MONTH, [sumKinds, month, end, zone]);
  }
  await client.query("update sales_sums_until set until = $1, time_zone = $2", [end, zone]);
  await client.query("commit");
  return { counted: earlier.length + (isDue ? 1 : 0), isDone: next.isDone };
}

/** Counts days again; without times whole days. */
async function count(client: PoolClient, span: { zone: string; begin: string | null; end: string | null; from: string; to: string }) {
  await client.query(FORGET, [sumKinds, "day", span.from, span.to]);
  const { rows } = await client.query<{ begin: string; end: string }>(WHOLE_DAYS, [span.from, span.to, span.zone]);
  await client.query(COUNT, [span.begin ?? rows[0]?.begin, span.end ?? rows[0]?.end, span.zone, null]);
}

/** The days from the one that is counted in part on; at most four weeks at once, which lie in two months. */
const NEXT = `
  with state as (
    select s.time_zone as zone, u.time_zone <> s.time_zone as is_other, u.until, date_trunc('hour', now() - interval '1 hour', s.time_zone) as ends
    from sales_sums_until u, shop_settings s
  ), start as (
    select *, date_trunc('day', least(ends, case when is_other or until = '-infinity'
      then least((select min(processed_at) from orders where status = 'approved'), (select min(replaced_at) from replacements),
        (select min(issued_at) from credit_notes)) else until end), zone) as begin from state
  ), span as (
    select *, least(ends, date_trunc('day', begin + interval '28 days 12 hours', zone)) as "end" from start
  )
  select zone, is_other as "isOtherZone", until > ends as "isSetBack", is_other or until <> ends as "isDue", "end" = ends as "isDone", begin::text, "end"::text,
    (begin at time zone zone)::date::text as "from", (("end" - interval '1 microsecond') at time zone zone)::date::text as "to"
  from span`;

const TAKE_CHANGES = "delete from sales_changes returning (at at time zone $1)::date::text as day";

const WHOLE_DAYS = `select ($1::date::timestamp at time zone $3)::text as begin, (($2::date + 1)::timestamp at time zone $3)::text as "end"`;

const FORGET = "delete from sales_sums where kind = any($1) and span = $2 and since between $3 and $4";

const COUNT = `insert into sales_sums (span, since, kind, key, ${measures.join(", ")}) select 'day', counted.* from (${COUNTED_SALES}) as counted`;

/** Sums up a month all of whose days are counted. */
const SUM_MONTH = `
  insert into sales_sums (kind, span, since, key, ${measures.join(", ")})
  select kind, 'month', $2::date, key, ${measures.map((name) => `sum(${name})`).join(", ")} from sales_sums
  where kind = any($1) and span = 'day' and since >= $2::date and since < $2::date + interval '1 month' and $2::date + interval '1 month' <= $3::timestamptz at time zone $4
  group by kind, key`;
