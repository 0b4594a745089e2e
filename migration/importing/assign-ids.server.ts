import type { ClientBase } from "pg";
import type { Migration } from "../migration.server.ts";

/**
 * Gives the orders with these turns the IDs that they were given or hold in the old shop. An ID
 * that is assigned to another order here stays there.
 */
export async function assignIds(client: ClientBase, turns: number[], at: Date): Promise<void> {
  await client.query(enterUnits, [...turns, at]);
  for (const statement of [findUnits, warnOfLost, takeFree, moveUnits, give, recordOrigins]) await client.query(statement, turns);
}

/** The winning claims of the orders with these turns. */
const CLAIMS = "old_claims c join old_orders w on w.n = c.order_n and w.turn between $1 and $2 and c.wins and c.kind <> 'turned down'";

const enterUnits = `insert into units (product_id, value, fingerprint, imported_at)
  select w.product_id, c.value, c.print, $3 from ${CLAIMS} order by w.turn, c.position on conflict (fingerprint) do nothing`;

/** Skips an ID that another order has here, or that turned out faulty. */
const findUnits = `update old_claims k set unit_id = u.id
  from ${CLAIMS} join units u on u.fingerprint = c.print
  where k.ctid = c.ctid and u.withdrawn is distinct from 'faulty' and not exists (select from order_units h where h.unit_id = u.id)`;

const warnOfLost = `update old_orders o set warnings = array_append(o.warnings, case o.status when 'approved' then 'deliveredTwice' else 'reservedTwice' end)
  where o.n in (select w.n from ${CLAIMS} where c.unit_id is null) and not o.warnings && '{deliveredTwice,reservedTwice}'`;

const takeFree = `with taken as (
    delete from free_units f using ${CLAIMS} join units u on u.id = c.unit_id where f.product_id = u.product_id and f.unit_id = u.id returning f.product_id
  )
  update product_stock s set available = s.available - t.n
    from (select product_id, count(*) as n from taken group by product_id) as t where s.product_id = t.product_id`;

const moveUnits = `update units u set product_id = w.product_id, withdrawn = null, withdrawn_at = null
  from ${CLAIMS} where u.id = c.unit_id and (u.product_id <> w.product_id or u.withdrawn is not null)`;

const give = `insert into order_units (unit_id, order_id, delivered_at, position)
  select c.unit_id, w.order_id, w.processed_at,
    case when w.status = 'approved' then row_number() over (partition by w.n order by c.position) - 1 end
  from ${CLAIMS} where c.unit_id is not null order by w.turn, c.position`;

/** IDs held by pending orders may return to stock, so their origin is remembered. */
const recordOrigins = `insert into old_shop_ids (unit_id, tree) select c.unit_id, 3 from ${CLAIMS} where c.unit_id is not null and c.kind = 'hold' on conflict do nothing`;

/**
 * Fills pending orders that lack IDs from the free stock, oldest first, and marks those that are
 * still short. A customer's orphan copy of an order gets none.
 */
export async function topUp({ client }: Pick<Migration, "client">): Promise<void> {
  // The planner underestimates the rows of these subqueries; a nested loop would compare each of
  // them with every free ID.
  await client.query("set local enable_nestloop = off");
  await client.query(fill);
  await client.query("set local enable_nestloop = on");
  for (const statement of [markShort, warnOfShort]) await client.query(statement);
}

/**
 * Numbers the missing IDs and the free IDs of each product, so that they join by number. Joining
 * orders with free IDs directly would be quadratic for a million orders.
 */
const fill = `with lacking as (
    select w.order_id, w.product_id, w.quantity - held.n as missing, sum(w.quantity - held.n) over (partition by w.product_id order by w.turn) as upto
    from old_orders w, lateral (select count(*) as n from order_units h where h.order_id = w.order_id) as held
    where w.turn is not null and w.status = 'pending' and not w.is_copy and held.n < w.quantity
  ), wanted as (
    select product_id, max(upto) as n from lacking group by product_id
  ), free as (
    select w.product_id, f.unit_id, row_number() over (partition by w.product_id order by f.unit_id) as turn
    from wanted w, lateral (select unit_id from free_units f where f.product_id = w.product_id order by unit_id limit w.n) as f
  ), there as (
    select product_id, count(*) as n from free group by product_id
  ), slots as materialized (
    select l.order_id, l.product_id, slot
    from lacking l join there t on t.product_id = l.product_id
      cross join lateral generate_series((l.upto - l.missing)::bigint + 1, least(l.upto::bigint, t.n)) as slot
  ), dealt as (
    select s.order_id, f.product_id, f.unit_id from slots s join free f on f.product_id = s.product_id and f.turn = s.slot
  ), taken as (
    delete from free_units f using dealt d where f.product_id = d.product_id and f.unit_id = d.unit_id
  ), counted as (
    update product_stock s set available = s.available - d.n
    from (select product_id, count(*) as n from dealt group by product_id) as d where s.product_id = d.product_id
  )
  insert into order_units (unit_id, order_id) select unit_id, order_id from dealt`;

const markShort = `update orders o set short_by = o.quantity - held.n
  from old_orders w, lateral (select count(*)::integer as n from order_units h where h.order_id = w.order_id) as held
  where o.id = w.order_id and w.turn is not null and o.status in ('pending', 'approved') and o.quantity <> held.n`;

const warnOfShort = `update old_orders w set warnings = array_append(w.warnings, 'short')
  from orders o where o.id = w.order_id and w.turn is not null and o.status = 'pending' and o.short_by > 0 and not w.is_copy`;
