import type { Reading } from "#platform/database/open.server.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import { COUNTED_SALES, measures, type SumKind } from "./counted-sales.ts";
import { addUp, type SalesBy, type SalesRow, type SalesSum } from "./sales.ts";
import { unitAt, unitsIn } from "./sales-days.ts";
import { type Days, dayAfter, spansOf } from "./sales-spans.ts";

type Needs = { db: { together: <T>(read: (db: Reading) => Promise<T>) => Promise<T> } };
type Asked = { days: Days; by: SalesBy | "import"; timeZone: string };

/**
 * Reads the sums of some days by product, day and so on, from stored sums, and of hours that are not
 * over and days that changed from the rows themselves. By supplier, the empty key is for IDs without
 * one. All is read at one moment. [S17.1] [S17.3]
 */
export async function readSales(services: Needs, actor: Actor, asked: Asked): Promise<SalesRow[]> {
  requireRight(actor, "see-figures");
  return querySales(services, asked);
}

/** The same for the shop itself, also by import. */
export function querySales({ db }: Needs, asked: Asked): Promise<SalesRow[]> {
  return db.together(async (reading) => {
    await reading.$client.query("begin isolation level repeatable read read only");
    try {
      return await readAt(reading, asked);
    } finally {
      await reading.$client.query("commit");
    }
  });
}

const kindOf = { product: "product", supplier: "batch", import: "batch", person: "person", hour: "hour" } as const satisfies Partial<
  Record<Asked["by"], SumKind>
>;

async function readAt({ $client }: Reading, { days, by, timeZone }: Asked): Promise<SalesRow[]> {
  const kind: SumKind = by in kindOf ? kindOf[by as keyof typeof kindOf] : "method";
  const { rows: states } = await $client.query<State>({ name: "sales-state", text: STATE, values: [timeZone] });
  const [state] = states;
  if (!state) throw new Error("the sums of sales have no state");
  const changed = new Set(state.changed);
  const isTime = by === "day" || by === "week" || by === "month";
  const spans = spansOf(days, state.open, changed);
  // A day that is counted in part: its stored hours, and the rows of the others.
  const open = spans.live.find(({ from, to }) => from <= state.open && state.open <= to);
  const isPart = open !== undefined && !changed.has(state.open);
  const stored = isPart ? [...spans.days, { from: state.open, to: state.open }] : spans.days;
  const isByDay = by === "day" || by === "week";
  const months = isByDay ? [] : spans.months;
  const ofMonths = isByDay ? spans.months.map((month) => ({ from: month, to: dayAfter(nextMonth(month), -1) })) : [];
  const parts = await Promise.all([
    $client.query<Row>({
      name: `sales-stored-${kind}-${isTime}`,
      text: storedSums(isTime),
      values: [kind, months, [...stored, ...ofMonths].flatMap((span) => unitsIn(span, "day"))],
    }),
    ...spans.live.flatMap((span) => {
      const cut = isPart && span === open;
      const before = cut && span.from < state.open ? [{ from: span.from, to: dayAfter(state.open, -1), since: null }] : [];
      return [...before, { ...span, from: cut ? state.open : span.from, since: cut ? state.until : null }].map(({ from, to, since }) =>
        $client.query<Row>({ name: "sales-live", text: LIVE, values: [from, to, timeZone, kind, since] }),
      );
    }),
  ]);
  const rows = parts.flatMap(({ rows }) => rows.map(salesRow));
  const grouped = addUp(rows.map(({ day, ...row }) => ({ ...row, key: isTime ? unitAt(day, by) : row.key })));
  const named = [...grouped].map(([key, sum]) => ({ ...sum, key }));
  return by === "supplier" ? bySupplier($client, named) : named;
}

function nextMonth(month: string): string {
  return `${dayAfter(month, 31).slice(0, 7)}-01`;
}

type State = { open: string; until: string | null; changed: string[] };
type Row = { day: string; key: string } & Record<(typeof measures)[number], string>;

function salesRow({ day, key, ...row }: Row): SalesRow & { day: string } {
  const sums = measures.map((name) => [name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), Number(row[name])]);
  return { day, key, ...(Object.fromEntries(sums) as SalesSum) };
}

/** The first day that is not counted whole, since when it is not, and the days that changed. */
const STATE = `
  select case when time_zone = $1 and until > '-infinity' then (until at time zone $1)::date::text else '0001-01-01' end as open,
    case when time_zone = $1 and until > '-infinity' then until::text end as until,
    array(select distinct (at at time zone $1)::date::text from sales_changes) as changed
  from sales_sums_until`;

/** Whole numbers are exact as doubles, which PostgreSQL adds up twice as fast as `bigint`, whose sum is `numeric`. */
const sums = measures.map((name) => `sum(${name}::float8) as ${name}`).join(", ");

/**
 * Of whole months and of days, by day where the days are asked for, else by the key. Days are listed
 * one by one: a range of them made PostgreSQL read all that are stored.
 */
const storedSums = (isTime: boolean) => `
  select ${isTime ? "since::text as day, '' as key" : "'' as day, key"}, ${sums} from sales_sums
  where kind = $1 and (span = 'month' and since = any($2::date[]) or span = 'day' and since = any($3::date[]))
  group by ${isTime ? "since" : "key"}`;

/** Counts from the rows, with the time from which the first day counts, if not all of it does. */
const LIVE = `
  select day::text, key, ${measures.join(", ")} from (${COUNTED_SALES.replaceAll("$1", "(select coalesce($5::timestamptz, $1::date::timestamp at time zone $3::text))").replaceAll("$2", "(select ($2::date + 1)::timestamp at time zone $3::text)")}) as counted`;

/** Sums of imports by their supplier. */
async function bySupplier($client: Reading["$client"], batches: SalesRow[]): Promise<SalesRow[]> {
  const { rows } = await $client.query<{ id: string; supplier: string }>(
    "select id, supplier_id as supplier from batches where id = any($1) and supplier_id is not null",
    [batches.map(({ key }) => key)],
  );
  const supplierOf = new Map(rows.map(({ id, supplier }) => [id, supplier]));
  const suppliers = addUp(batches.map((row) => ({ ...row, key: supplierOf.get(row.key) ?? "" })));
  return [...suppliers].map(([key, sum]) => ({ ...sum, key }));
}
