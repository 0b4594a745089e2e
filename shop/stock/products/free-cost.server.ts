import { type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { FreeCost } from "./inventory.ts";

/**
 * To join: what the free IDs of the products of the placeholder `ids` cost, as `costs.of_free` by
 * `costs.product_id`; those of which nothing is known are left out. It reads the counters of their
 * imports and the IDs of their pending orders. [S17.7]
 */
export const freeCostsOfIds = sql`(select product_id, json_build_object('known', known, 'paise', paise) as of_free
  from (${freeCosts(sql`and b.product_id = any(${sql.placeholder("ids")}::text[])`)}) as each) as costs`;

/** What all free IDs of products that were not deleted cost. [S17.7] */
export async function queryWholeFreeCost({ db }: Pick<Services, "db">): Promise<FreeCost> {
  const { rows } = await db.execute<FreeCost>(
    sql`select coalesce(sum(known), 0)::integer as known, coalesce(sum(paise), 0)::float8 as paise from (${freeCosts(sql``)}) as each`,
  );
  return rows[0] ?? { known: 0, paise: 0 };
}

/** The IDs of an import that are neither delivered, withdrawn nor reserved are free. */
function freeCosts(where: SQL): SQL {
  return sql`
  with came as materialized (
    select b.id, b.product_id, b.cost_paise, b.ids - b.delivered - b.withdrawn as left_over from batches b join products p on p.id = b.product_id
    where b.state <> 'draft' and b.cost_paise is not null and b.ids > b.delivered + b.withdrawn and p.deleted_at is null ${where}
  ), held as (
    select u.batch_id as id, count(*) as n from orders o join order_units h on h.order_id = o.id join units u on u.id = h.unit_id
    where o.status = 'pending' and o.product_id in (select product_id from came) group by 1
  )
  select product_id, sum(left_over - coalesce(n, 0))::integer as known, sum((left_over - coalesce(n, 0)) * cost_paise)::float8 as paise
  from came left join held using (id) group by 1`;
}
