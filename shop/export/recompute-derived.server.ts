import type { ClientBase } from "pg";
import { quoted, readShape } from "#platform/database/table-shape.server.ts";

/**
 * Recomputes what the shop derives from imported rows: stock counters, payments to review, ledger,
 * credit notes of earlier versions, order sums, search index, former admins and sequences. The new ledger starts with the current
 * state of each ID.
 */
export async function recomputeDerived(client: ClientBase): Promise<void> {
  // The planner has no statistics yet and would take these tables for empty.
  await client.query("analyze units, free_units, order_units, orders, replacements, payments, refunds, payment_attempts, statement_lines");
  await client.query(`with counted as (
      select u.product_id, count(*) as imported, count(f.unit_id) as free, count(h.unit_id) - count(h.delivered_at) as held,
        count(h.delivered_at) as delivered, count(u.withdrawn) as withdrawn
      from units u left join free_units f on f.unit_id = u.id left join order_units h on h.unit_id = u.id group by u.product_id
    )
    update product_stock s set available = c.free, free = c.free, imported = c.imported, held = c.held, delivered = c.delivered, withdrawn = c.withdrawn
    from counted c where c.product_id = s.product_id`);
  await client.query(
    "update orders o set has_payment_to_review = true where o.status = 'pending' and exists (select from payments p where p.order_id = o.id and p.state = 'review')",
  );
  await client.query(beginLedger);
  await client.query("delete from receipt_counters");
  await client.query("insert into receipt_counters (year, last) select year, max(number) from receipts group by year");
  await client.query("delete from credit_note_counters");
  await client.query("insert into credit_note_counters (year, last) select year, max(number) from credit_notes group by year");
  await client.query("select give_missing_credit_notes()");
  await client.query("select record_former_admins()");
  await client.query("delete from sales_sums");
  await client.query("delete from sales_changes");
  await client.query("update sales_sums_until set until = '-infinity', time_zone = ''");
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

/** Starts a ledger as the migration that introduced it does, with 2,000 IDs per row. */
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
      select product_id, 3, withdrawn, null, id, fingerprint from units where withdrawn is not null
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
