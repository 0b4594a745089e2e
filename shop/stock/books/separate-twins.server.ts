import type { ClientBase } from "pg";

/**
 * The number of twins, of IDs withdrawn because of them, of pending orders that got another ID
 * instead, and of pending orders that keep a twin because no other ID was free.
 */
export type LeftStock = { twins: number; left: number; swapped: number; stuck: number };

/**
 * Makes sure that no ID is sold twice under two spellings. Withdraws free twins, and their
 * originals if an order has one of the twins. A pending order whose ID another order also has gets
 * a free one instead; if none is free, it keeps the twin and cannot be approved.
 */
export async function partTwins(client: ClientBase): Promise<LeftStock> {
  await client.query(members);
  const { rows } = await client.query<{ twins: number }>("select count(*)::integer as twins from twin_members where is_twin");
  const twins = rows[0]?.twins ?? 0;
  if (twins === 0) return { twins: 0, left: 0, swapped: 0, stuck: 0 };

  await client.query("select from product_stock where product_id in (select product_id from twin_members) order by product_id for update");
  const left = await countOf(client, leave);
  await client.query(swaps);
  const swapped = await countOf(client, swap);
  await client.query("update units u set withdrawn = 'faulty', withdrawn_at = now() from twin_swaps s where u.id = s.unit_id");
  const stuck = await countOf(
    client,
    `select count(*)::integer as n from twin_members m where ${isTaken} and not exists (select from twin_swaps s where s.unit_id = m.id)`,
  );
  return { twins, left, swapped, stuck };
}

async function countOf(client: ClientBase, statement: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(statement);
  return rows[0]?.n ?? 0;
}

/** Every twin and its original, with their state; rows that are the same ID share `kin`. */
const members = `create temp table twin_members on commit drop as
  select u.id, coalesce(u.twin_of, u.id) as kin, u.twin_of is not null as is_twin, u.product_id, u.withdrawn, f.unit_id is not null as is_free,
    h.order_id, h.delivered_at is not null as is_delivered, o.created_at as ordered_at
  from units u left join free_units f on f.product_id = u.product_id and f.unit_id = u.id
    left join order_units h on h.unit_id = u.id left join orders o on o.id = h.order_id
  where u.twin_of is not null or u.id in (select twin_of from units where twin_of is not null)`;

const leave = `with leaving as (
    select m.id, m.product_id from twin_members m
    where m.is_free and (m.is_twin or exists (
      select from twin_members k where k.kin = m.kin and k.id <> m.id and (k.order_id is not null or k.withdrawn = 'faulty')))
  ), gone as (
    delete from free_units f using leaving l where f.product_id = l.product_id and f.unit_id = l.id
  ), counted as (
    update product_stock s set available = s.available - l.n
    from (select product_id, count(*) as n from leaving group by product_id) as l where s.product_id = l.product_id
  ), withdrawn as (
    update units u set withdrawn = 'faulty', withdrawn_at = now() from leaving l where u.id = l.id
  )
  select count(*)::integer as n from leaving`;

/** Reserved, although another order was delivered the same ID or reserved it earlier. */
const isTaken = `m.order_id is not null and not m.is_delivered and exists (
    select from twin_members k where k.kin = m.kin and k.id <> m.id and k.order_id is not null
      and (k.is_delivered or (k.ordered_at, k.id) < (m.ordered_at, m.id)))`;

const swaps = `create temp table twin_swaps on commit drop as
  with held as (
    select m.id as unit_id, m.order_id, m.product_id, row_number() over (partition by m.product_id order by m.ordered_at, m.id) as turn
    from twin_members m where ${isTaken}
  ), free as (
    select wanted.product_id, f.unit_id, row_number() over (partition by wanted.product_id order by f.unit_id) as turn
    from (select product_id, max(turn) as n from held group by product_id) as wanted, lateral (
      select f.unit_id from free_units f
      where f.product_id = wanted.product_id and not exists (select from twin_members m where m.id = f.unit_id)
      order by f.unit_id limit wanted.n
    ) as f
  )
  select held.unit_id, held.order_id, product_id, free.unit_id as instead from held join free using (product_id, turn)`;

const swap = `with gone as (
    delete from order_units h using twin_swaps s where h.unit_id = s.unit_id
  ), taken as (
    delete from free_units f using twin_swaps s where f.product_id = s.product_id and f.unit_id = s.instead
  ), counted as (
    update product_stock p set available = p.available - s.n
    from (select product_id, count(*) as n from twin_swaps group by product_id) as s where p.product_id = s.product_id
  ), given as (
    insert into order_units (unit_id, order_id) select instead, order_id from twin_swaps returning unit_id
  )
  select count(*)::integer as n from given`;
