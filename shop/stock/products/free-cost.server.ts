import type { Reading } from "#platform/database/open.server.ts";
import type { FreeCost } from "./inventory.ts";

type Client = Reading["$client"];

/**
 * What the free IDs of some products cost, by product; those of which nothing is known are left out.
 * One query, which reads the counters of their imports and the IDs of their pending orders. [S17.7]
 */
export async function queryFreeCosts($client: Client, productIds: string[]): Promise<Map<string, FreeCost>> {
  const { rows } = await $client.query<FreeCost & { id: string }>({
    name: "free-costs",
    text: freeCosts("and b.product_id = any($1)"),
    values: [productIds],
  });
  return new Map(rows.map(({ id, ...cost }) => [id, cost]));
}

/** What all free IDs of products that were not deleted cost. [S17.7] */
export async function queryWholeFreeCost($client: Client): Promise<FreeCost> {
  const text = `select coalesce(sum(known), 0)::integer as known, coalesce(sum(paise), 0)::float8 as paise from (${freeCosts("")}) as each`;
  const { rows } = await $client.query<FreeCost>({ text, values: [] });
  return rows[0] ?? { known: 0, paise: 0 };
}

/** The IDs of an import that are neither delivered, withdrawn nor reserved are free. */
const freeCosts = (where: string) => `
  with came as materialized (
    select b.id, b.product_id, b.cost_paise, b.ids - b.delivered - b.withdrawn as left_over from batches b join products p on p.id = b.product_id
    where b.state <> 'draft' and b.cost_paise is not null and b.ids > b.delivered + b.withdrawn and p.deleted_at is null ${where}
  ), held as (
    select u.batch_id as id, count(*) as n from orders o join order_units h on h.order_id = o.id join units u on u.id = h.unit_id
    where o.status = 'pending' and o.product_id in (select product_id from came) group by 1
  )
  select product_id as id, sum(left_over - coalesce(n, 0))::integer as known, sum((left_over - coalesce(n, 0)) * cost_paise)::float8 as paise
  from came left join held using (id) group by 1`;
