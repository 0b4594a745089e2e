import type { Migration } from "../migration.server.ts";

/**
 * Gives pending orders of this shop other IDs in place of held ones that an order there was given
 * meanwhile, so that nobody is sold the same ID twice. The freed ID goes to that order or leaves
 * the stock. If no other ID is free, it stays held and the report says so.
 */
export async function giveOthersInstead({ client }: Pick<Migration, "client">): Promise<void> {
  await client.query(warn);
  await client.query(swap);
}

/**
 * IDs that were delivered there and are held by another order here. The stock of these products is
 * locked.
 */
const HELD = `order_units h join orders o on o.id = h.order_id and o.status = 'pending' join units u on u.id = h.unit_id
    join old_claims c on c.print = u.fingerprint and c.kind = 'deliver' and c.wins
    join old_orders w on w.n = c.order_n and w.order_id is distinct from h.order_id
  where u.product_id in (select product_id from old_orders)`;

const warn = `update old_orders set warnings = array_append(warnings, 'heldHere') where n in (select w.n from ${HELD})`;

/** Older orders come first. IDs claimed by orders of the file are not given to others. */
const swap = `with held as (
    select h.unit_id, h.order_id, u.product_id, row_number() over (partition by u.product_id order by o.created_at, h.unit_id) as turn from ${HELD}
  ), free as (
    select wanted.product_id, f.unit_id, row_number() over (partition by wanted.product_id order by f.unit_id) as turn
    from (select product_id, max(turn) as n from held group by product_id) as wanted, lateral (
      select f.unit_id from free_units f join units u on u.id = f.unit_id
      where f.product_id = wanted.product_id and not exists (select from old_claims c where c.print = u.fingerprint and c.wins)
      order by f.unit_id limit wanted.n
    ) as f
  ), swapped as (
    select held.unit_id, held.order_id, product_id, free.unit_id as instead from held join free using (product_id, turn)
  ), gone as (
    delete from order_units h using swapped s where h.unit_id = s.unit_id
  ), taken as (
    delete from free_units f using swapped s where f.product_id = s.product_id and f.unit_id = s.instead
  ), freed as (
    insert into free_units (product_id, unit_id) select product_id, unit_id from swapped
  )
  insert into order_units (unit_id, order_id) select instead, order_id from swapped`;
