import { announce } from "#platform/live/announce.server.ts";
import type { Migration } from "../migration.server.ts";
import { HERE_OF_PRODUCT } from "./compared-columns.ts";

/** Imports the products under their ids. Changes made here since the last import stay. */
export async function importProducts({ client, tx, at }: Migration): Promise<void> {
  await client.query(judge);
  await client.query(enter, [at]);
  await client.query(update, [at]);
  await client.query(remember, [at]);
  await client.query(
    "insert into report_rows (kind, path, outcome, warnings) select 'product', path, outcome, warnings from old_products order by n",
  );
  await announce(tx, "stock");
}

const judge = `update old_products o set outcome = j.outcome, warnings = o.warnings || coalesce(array_remove(array[j.warning], null), '{}')
  from (
    select o.n, case
        when p.id is null then 'imported' when m.old_id is null then 'merged' when o.tree = 0 or m.there = any(o.there) then 'unchanged'
        when p.deleted_at is null and ${HERE_OF_PRODUCT} = m.here then 'updated' else 'unchanged'
      end as outcome, case
        when p.id is null or o.tree = 0 or m.there = any(o.there) then null when m.old_id is null then 'productHere'
        when p.deleted_at is not null then 'productDeletedHere'
        when ${HERE_OF_PRODUCT} <> m.here then 'productChangedHere'
      end as warning
    from old_products o left join products p on p.id = o.old_id left join old_shop_rows m on m.kind = 'product' and m.old_id = o.old_id
    where o.outcome is null
  ) as j where j.n = o.n`;

/**
 * A product without a price or outside the old catalogue is hidden. One that neither product list
 * has (`tree` 0) is also deleted, unless it has IDs or pending orders.
 */
const enter = `with entered as (
    insert into products (id, name, price_paise, description, image, is_sample, created_at, updated_at, hidden_at, deleted_at)
    select old_id, name, coalesce(price_paise, 0), description, image, false, coalesce(created_at, $1), coalesce(updated_at, created_at, $1),
      case when price_paise is null or tree <> 1 then $1::timestamptz end, case when tree = 0 and not is_alive then $1::timestamptz end
    from old_products o, lateral (
      select exists (select from old_ids i where i.product_id = o.old_id) or
        exists (select from old_orders w where w.product_id = o.old_id and w.status = 'pending' and w.into_n is null) as is_alive
    ) as left_of_it
    where o.outcome = 'imported' returning id
  )
  insert into product_stock (product_id, available) select id, 0 from entered`;

const update = `update products p set name = o.name, price_paise = coalesce(o.price_paise, p.price_paise), description = o.description, image = o.image, updated_at = $1
  from old_products o where o.outcome = 'updated' and p.id = o.old_id`;

/** If both sides changed, the state of the last import remains the basis for comparison. */
const remember = `insert into old_shop_rows (kind, old_id, local_id, there, here, imported_at)
  select 'product', o.old_id, p.id, coalesce(o.there[1], ''), ${HERE_OF_PRODUCT}, $1
  from old_products o join products p on p.id = o.old_id
  where o.outcome in ('imported', 'updated') or (o.outcome = 'merged' and 'productHere' = any(o.warnings))
  on conflict (kind, old_id) do update set there = excluded.there, here = excluded.here, imported_at = excluded.imported_at`;
