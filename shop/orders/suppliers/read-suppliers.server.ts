import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { DEAD_IDS } from "#shop/stock/suppliers/dead-ids.ts";
import type { SupplierNumbers } from "#shop/stock/suppliers/supplier.ts";
import { querySales } from "../sales/read-sales.server.ts";
import { dayAt } from "../sales/sales-days.ts";
import type { Days } from "../sales/sales-spans.ts";

type Needs = Pick<Services, "db" | "now" | "settings">;

/** The first and last day that are asked for, in the shop's time zone; null: from the first, until today. */
export type AskedDays = { from: string | null; to: string | null };

/** A supplier in the list. `imports` are those that came in the days. */
export type ListedSupplier = { id: string; name: string; hiddenAt: Date | null; imports: number } & SupplierNumbers;

/** What came of a supplier's IDs of one product, and of one import. */
type SuppliedProduct = { id: string; name: string; nameLanguage: string } & SupplierNumbers;
type SuppliedImport = { id: string; createdAt: Date; note: string } & SupplierNumbers;

/** How many products and imports the page of a supplier lists: those with the most IDs, and the newest. */
const PARTS_SHOWN = 100;
/** No shop of this program sold anything before. */
const FIRST_DAY = "2000-01-01";

/**
 * Returns a page of the suppliers by name, with their numbers of some days or of all time. `after`
 * is the last name of the page before. Refuses `accountsPeriodWrong`. [S15.10]
 */
export async function listSuppliers(
  services: Needs,
  actor: Actor,
  { after, ...asked }: AskedDays & { after: string },
): Promise<Result<{ rows: ListedSupplier[]; next: string | null }>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const read = await readNumbers(services, asked);
  if (!read.ok) return read;
  const rows = await read.value<ListedSupplier>(
    "supplier_id",
    "select id from suppliers where lower(name) > lower($1) order by lower(name) limit $2",
    `select s.id, s.name, s.hidden_at as "hiddenAt", coalesce(imports, 0) as imports, ${numbers}
      from its join suppliers s using (id) left join counted n on n.key = s.id left join claims_of c on c.key = s.id order by lower(s.name)`,
    [after, PAGE_SIZE + 1],
  );
  const shown = rows.slice(0, PAGE_SIZE);
  return ok({ rows: shown, next: rows.length > PAGE_SIZE ? (shown.at(-1)?.name ?? null) : null });
}

/**
 * Returns a supplier with its numbers of some days or of all time: in all, by product and by
 * import. Refuses `supplierNotFound` and `accountsPeriodWrong`. [S15.10]
 */
export async function findSupplier(
  services: Needs,
  actor: Actor,
  id: string,
  asked: AskedDays,
): Promise<Result<{ supplier: ListedSupplier; products: SuppliedProduct[]; imports: SuppliedImport[] }>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const read = await readNumbers(services, asked);
  if (!read.ok) return read;
  const itself = "select id from suppliers where id = $1 and $2 > 0";
  const [[supplier], products, imports] = await Promise.all([
    read.value<ListedSupplier>(
      "supplier_id",
      itself,
      `select s.id, s.name, s.hidden_at as "hiddenAt", coalesce(imports, 0) as imports, ${numbers}
        from its join suppliers s using (id) left join counted n on n.key = s.id left join claims_of c on c.key = s.id`,
      [id, PARTS_SHOWN],
    ),
    read.value<SuppliedProduct>(
      "product_id",
      itself,
      `select p.id, p.name, p.language as "nameLanguage", ${numbers} from counted n join products p on p.id = n.key left join claims_of c using (key)
        where ${isSomething} order by n.ids desc, p.id limit $2`,
      [id, PARTS_SHOWN],
    ),
    read.value<SuppliedImport>(
      "id",
      itself,
      `select b.id, b.created_at as "createdAt", b.source as note, ${numbers} from counted n join batches b on b.id = n.key left join claims_of c using (key)
        where ${isSomething} order by b.created_at desc, b.id limit $2`,
      [id, PARTS_SHOWN],
    ),
  ]);
  return supplier ? ok({ supplier, products, imports }) : refused("supplierNotFound");
}

type Read = <Row extends object>(
  key: "supplier_id" | "product_id" | "id",
  which: string,
  select: string,
  values: unknown[],
) => Promise<Row[]>;

/**
 * Prepares to read numbers by supplier, product or import. Those of some days are the sums of sales
 * by import, and those of all time the counters of the imports.
 */
async function readNumbers(services: Needs, asked: AskedDays): Promise<Result<Read>> {
  const { timeZone } = await readSettings(services);
  const days = { from: asked.from ?? FIRST_DAY, to: asked.to ?? dayAt(services.now(), timeZone) };
  if (days.from > days.to) return refused("accountsPeriodWrong");
  const isAll = asked.from === null && asked.to === null;
  const sold = isAll ? [] : await soldOf(services, days, timeZone);
  return ok(async <Row extends object>(key: string, which: string, select: string, values: unknown[]) => {
    const period = isAll ? [] : [days.from, days.to, timeZone, JSON.stringify(sold)];
    const { rows } = await services.db.$client.query<Row>(`${counted(isAll, key, which)} ${select}`, [...values, ...period]);
    return rows;
  });
}

/** What was delivered and dead in some days, by import. */
async function soldOf(services: Needs, days: Days, timeZone: string) {
  const rows = await querySales(services, { days, by: "import", timeZone });
  return rows.flatMap(({ key, ids, deadIds, deadCostPaise }) =>
    key === "" || ids + deadIds === 0 ? [] : [{ id: key, delivered: ids, dead: deadIds, cost: deadCostPaise }],
  );
}

/** Delivered IDs that were swapped are no longer among the delivered ones of an import's counters. */
const soldEver = `
  select b.id, b.delivered + count(d.unit_id) filter (where d.is_swapped) as delivered, count(d.unit_id) as dead, count(d.unit_id) * coalesce(b.cost_paise, 0) as cost
  from batches b left join (${DEAD_IDS} as d join units u on u.id = d.unit_id) on u.batch_id = b.id
  where b.supplier_id in (select id from its) group by b.id`;

const during = (time: string, isAll: boolean) =>
  isAll ? "true" : `${time} >= $3::date::timestamp at time zone $5::text and ${time} < ($4::date + 1)::timestamp at time zone $5::text`;

/** The numbers of suppliers by a column of their imports. An ID's claim counts when it was opened, since its delivery. */
const counted = (isAll: boolean, key: string, which: string) => `
  with its as materialized (${which}),
    sold as (${isAll ? soldEver : "select * from json_to_recordset($6::json) as s (id text, delivered bigint, dead bigint, cost bigint)"}),
    import as materialized (select b.id, b.supplier_id, b.product_id, b.ids, ${during("b.created_at", isAll)} as came, sold.delivered, sold.dead, sold.cost
      from batches b left join sold on sold.id = b.id where b.supplier_id in (select id from its) and b.state <> 'draft'),
    counted as (
      select ${key} as key, (count(*) filter (where came))::integer as imports, coalesce(sum(ids) filter (where came), 0)::integer as ids,
        coalesce(sum(delivered), 0)::integer as delivered, coalesce(sum(dead), 0)::integer as dead, coalesce(sum(cost), 0)::float8 as cost
      from import group by 1),
    claims_of as (
      select i.${key} as key, count(*)::integer as claims,
        percentile_cont(0.5) within group (order by extract(epoch from c.opened_at - coalesce(r.replaced_at, o.processed_at)) * 1000)::float8 as half
      from claims c join units u on u.id = c.unit_id join import i on i.id = u.batch_id join orders o on o.id = c.order_id
        left join replacements r on r.unit_id = c.unit_id
      where ${during("c.opened_at", isAll)} group by 1)`;

const numbers = `coalesce(n.ids, 0) as ids, coalesce(n.delivered, 0) as delivered, coalesce(c.claims, 0) as claims, coalesce(n.dead, 0) as dead,
  coalesce(n.cost, 0) as "deadCostPaise", c.half as "claimMs"`;

/** In some days many imports had nothing to do. */
const isSomething = "n.ids > 0 or n.delivered > 0 or n.dead > 0 or c.claims > 0";
