import { asc, isNull, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { requireRight } from "#shop/rights.ts";
import { SUPPLIERS_OFFERED } from "../constants.ts";
import { suppliers } from "../tables.server.ts";
import { DEAD_IDS } from "./dead-ids.ts";
import type { ListedSupplier, SupplierNumbers } from "./supplier.ts";

type Needs = Pick<Services, "db">;

/** The names that a form for an import offers. [S15.10] */
export async function supplierNames({ db }: Needs, actor: Actor): Promise<string[]> {
  requireRight(actor, "manage-stock");
  const rows = await db
    .select({ name: suppliers.name })
    .from(suppliers)
    .where(isNull(suppliers.hiddenAt))
    .orderBy(asc(sql`lower(${suppliers.name})`))
    .limit(SUPPLIERS_OFFERED);
  return rows.map(({ name }) => name);
}

/**
 * Returns a page of the suppliers by name, with their numbers of all time. `after` is the last name
 * of the page before. [S15.10]
 */
export async function listSuppliers(
  { db }: Needs,
  actor: Actor,
  { after }: { after: string },
): Promise<{ rows: ListedSupplier[]; next: string | null }> {
  requireRight(actor, "manage-stock");
  const { rows } = await db.$client.query<ListedSupplier>(
    `${numbered("lower(name) > lower($1) order by lower(name) limit $2")} order by lower(s.name)`,
    [after, PAGE_SIZE + 1],
  );
  const shown = rows.slice(0, PAGE_SIZE);
  return { rows: shown, next: rows.length > PAGE_SIZE ? (shown.at(-1)?.name ?? null) : null };
}

/** What came of a supplier's IDs of one product. */
type SuppliedProduct = { id: string; name: string; nameLanguage: string } & SupplierNumbers;

/** Returns a supplier with its numbers, in all and by product; null if there is none. [S15.10] */
export async function findSupplier(
  { db }: Needs,
  actor: Actor,
  id: string,
): Promise<(ListedSupplier & { products: SuppliedProduct[] }) | null> {
  requireRight(actor, "manage-stock");
  const [found, products] = await Promise.all([
    db.$client.query<ListedSupplier>(numbered("id = $1"), [id]),
    db.$client.query<SuppliedProduct>(
      `with dead as (${deadBy("b.product_id", "where b.supplier_id = $1")})
      select p.id, p.name, p.language as "nameLanguage", sum(b.ids)::integer as ids,
        (sum(b.delivered) + coalesce(max(d.swapped), 0))::integer as delivered, coalesce(max(d.dead), 0)::integer as dead, coalesce(max(d.cost), 0)::float8 as "deadCostPaise"
      from batches b join products p on p.id = b.product_id left join dead d on d.key = b.product_id
      where b.supplier_id = $1 and b.state <> 'draft' group by p.id order by sum(b.ids) desc, p.id limit ${PRODUCTS_SHOWN}`,
      [id],
    ),
  ]);
  const [supplier] = found.rows;
  return supplier ? { ...supplier, products: products.rows } : null;
}

/** How many products the page of a supplier lists, those with the most IDs. */
const PRODUCTS_SHOWN = 100;

/** Counts dead IDs by a column of their import. */
const deadBy = (key: string, where: string) => `
  select ${key} as key, count(*) as dead, count(*) filter (where r.is_swapped) as swapped, sum(b.cost_paise) as cost
  from ${DEAD_IDS} as r join units u on u.id = r.unit_id join batches b on b.id = u.batch_id ${where} group by 1`;

/** Selects the suppliers of a condition with the sums of their imports' counters. */
const numbered = (where: string) => `
  with s as (select * from suppliers where ${where}),
    came as (select supplier_id, count(*) as imports, sum(ids) as ids, sum(delivered) as delivered
      from batches where supplier_id in (select id from s) and state <> 'draft' group by 1),
    dead as (${deadBy("b.supplier_id", "where b.supplier_id in (select id from s)")})
  select s.id, s.name, s.hidden_at as "hiddenAt", coalesce(c.imports, 0)::integer as imports, coalesce(c.ids, 0)::integer as ids,
    (coalesce(c.delivered, 0) + coalesce(d.swapped, 0))::integer as delivered, coalesce(d.dead, 0)::integer as dead,
    coalesce(d.cost, 0)::float8 as "deadCostPaise"
  from s left join came c on c.supplier_id = s.id left join dead d on d.key = s.id`;
