import type { ClientBase } from "pg";
import { quoted, readShape } from "#platform/database/shape.server.ts";

/**
 * Step: works out, of rows that were entered, what the shop works out of them: the books and the ledger of each product, the sums of the hours, what a
 * search looks in, and which number comes next. The ledger begins with where each ID is.
 */
export async function countAnew(client: ClientBase): Promise<void> {
  // Nobody looked at these tables yet: without this the planner takes them for empty.
  await client.query("analyze units, free_units, order_units, orders, replacements");
  await client.query(`with counted as (
      select u.product_id, count(*) as imported, count(f.unit_id) as free, count(h.unit_id) - count(h.delivered_at) as held,
        count(h.delivered_at) as delivered, count(u.set_aside) as set_aside
      from units u left join free_units f on f.unit_id = u.id left join order_units h on h.unit_id = u.id group by u.product_id
    )
    update product_stock s set available = c.free, free = c.free, imported = c.imported, held = c.held, delivered = c.delivered, set_aside = c.set_aside
    from counted c where c.product_id = s.product_id`);
  await client.query(beginLedger);
  await client.query("delete from order_sums");
  await client.query("delete from order_texts");
  await client.query("delete from ordered_names");
  await client.query("update order_sums_until set until = 'epoch'");
  await client.query("select close_order_hours()");
  await client.query("analyze ordered_names, order_texts");
  for (const { name, numbered } of await readShape(client)) {
    for (const column of numbered) {
      await client.query(
        `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(column)}), 1), max(${quoted(column)}) is not null) from ${quoted(name)}`,
        [quoted(name), column],
      );
    }
  }
}

/** As a shop that ran before the ledger began it, 2,000 IDs a row. */
const beginLedger = `do $$
declare
  found_there record;
begin
  for found_there in
    with states as (
      select product_id, 1 as turn, 'imported' as event, null::text as order_id, id, fingerprint from units
      union all
      select u.product_id, 2, case when h.delivered_at is null then 'reserved' else 'delivered' end, h.order_id, u.id, u.fingerprint
        from order_units h join units u on u.id = h.unit_id
      union all
      select product_id, 3, set_aside, null, id, fingerprint from units where set_aside is not null
      union all
      select product_id, 4, 'erased', null, id, fingerprint from units where erased_at is not null
    ), placed as (
      select *, (row_number() over (partition by product_id, turn, event, order_id order by id) - 1) / 2000 as part from states
    )
    select product_id, event, order_id, array_agg(fingerprint order by id) as prints
    from placed group by product_id, turn, event, order_id, part order by product_id, turn, event, order_id, part
  loop
    perform ledger_write(found_there.product_id, found_there.event, found_there.order_id, found_there.prints, 0, 0, 0, 0);
  end loop;
end $$`;
