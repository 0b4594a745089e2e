import { announce } from "#platform/live/announce.server.ts";
import type { Moving } from "./moving.server.ts";

/** Brings the stock in. An ID that was delivered here never returns to it; one that is free here and not in that stock any more was sold there, and leaves. */
export async function moveIds({ client, tx, at }: Moving): Promise<void> {
  await client.query("select from product_stock where product_id in (select old_id from old_products) order by product_id for update");
  await client.query(judge);
  await client.query(enter, [at]);
  await client.query(noteTrees);
  await client.query(noteAddedHere);
  await takeOutSold({ client, at });
  await client.query(
    "insert into told (kind, path, outcome, oddities) select 'id', path, outcome, oddities from old_ids where tree < 3 order by n",
  );
  await announce(tx, "stock");
}

/** Takes out of the stock what was sold there. It comes before and behind the orders: they set IDs free that they do not hold any more. */
export async function takeOutSold({ client, at }: Pick<Moving, "client" | "at">): Promise<void> {
  await client.query("delete from old_leaving");
  await client.query(chooseLeaving);
  await client.query(leave, [at]);
  await client.query(tellLeaving);
}

const judge = `update old_ids i set outcome = j.outcome, unit_id = j.unit_id, oddities = i.oddities || coalesce(array_remove(array[j.oddity], null), '{}')
  from (
    select i.ctid as row, u.id as unit_id, case
        when p.deleted_at is not null then 'skipped' when u.id is null then 'imported' when u.product_id <> i.product_id then 'skipped'
        when i.state = 'sold' and f.unit_id is not null then 'updated'
        when u.set_aside = 'removed' and m.unit_id is null and i.state <> 'sold' then 'imported' else 'unchanged'
      end as outcome, case
        when p.deleted_at is not null then 'productDeletedHere' when u.id is null then null when u.product_id <> i.product_id then 'idOfOtherProductHere'
        when h.delivered_at is not null and i.state <> 'sold' then 'idDeliveredHere'
        when u.set_aside is not null and m.unit_id is not null and i.state in ('free', 'reserved') then 'idLeftHere'
      end as oddity
    from old_ids i join products p on p.id = i.product_id left join units u on u.fingerprint = i.print left join order_units h on h.unit_id = u.id
      left join free_units f on f.product_id = u.product_id and f.unit_id = u.id left join moved_in_ids m on m.unit_id = u.id
    where i.outcome is null
  ) as j where i.ctid = j.row`;

/** What is new is free at first, whatever its state: its way through the books is told. */
const enter = `with entered as (
    insert into units (product_id, value, fingerprint, imported_at)
    select product_id, value, print, $1 from old_ids where outcome = 'imported' order by n
    on conflict (fingerprint) do update
      set product_id = excluded.product_id, value = excluded.value, imported_at = excluded.imported_at, set_aside = null, set_aside_at = null
      where units.set_aside = 'removed'
    returning id, product_id, fingerprint
  ), freed as (
    insert into free_units (product_id, unit_id) select product_id, id from entered
  ), noted as (
    insert into moved_in_ids (unit_id, tree) select e.id, i.tree from entered e join old_ids i on i.print = e.fingerprint and i.outcome = 'imported'
    on conflict (unit_id) do update set tree = excluded.tree
  )
  update product_stock s set available = s.available + came.n
    from (select product_id, count(*) as n from entered group by product_id) as came where s.product_id = came.product_id`;

/** It counts where an ID stands now: that part of a later file says whether it is still there. */
const noteTrees = `update moved_in_ids m set tree = i.tree
  from old_ids i where i.unit_id = m.unit_id and i.outcome in ('unchanged', 'updated') and m.tree is distinct from i.tree`;

/** One that was here before a file first had it is known from then on, too: taken out here it stays away, and gone there it leaves. */
const noteAddedHere = `insert into moved_in_ids (unit_id, tree)
  select distinct on (i.unit_id) i.unit_id, i.tree from old_ids i
  where i.outcome in ('unchanged', 'updated') and i.unit_id is not null and not exists (select from moved_in_ids m where m.unit_id = i.unit_id)
  order by i.unit_id, i.tree`;

/**
 * What was sold there, or is no ID that can be sold; what is free here by an earlier import and not in that stock any more, where
 * the file has the part in which it stood, and for what an order held the stock too; and what an order there was given,
 * whatever becomes of that order here: those that come in take theirs back.
 */
const chooseLeaving = `insert into old_leaving (product_id, unit_id, aside, is_told)
  select f.product_id, f.unit_id, case i.state when 'unknown' then 'faulty' else 'removed' end, false
  from old_ids i join units u on u.fingerprint = i.print join free_units f on f.product_id = u.product_id and f.unit_id = u.id
  where i.outcome in ('imported', 'updated') and i.state in ('sold', 'unknown')
  union all
  select f.product_id, f.unit_id, 'removed', true
  from moved_in_ids m join units u on u.id = m.unit_id join free_units f on f.product_id = u.product_id and f.unit_id = u.id
  where exists (select from old_products p where p.old_id = u.product_id and p.tree > 0)
    and not exists (select from old_parts t where not t.is_here and (t.tree = m.tree or (coalesce(m.tree, 3) = 3 and t.tree in (1, 3))))
    and not exists (select from old_ids i where i.print = u.fingerprint) and not exists (select from old_claims c where c.print = u.fingerprint and c.wins)
  union all
  select f.product_id, f.unit_id, 'removed', c.kind = 'turned down' and not exists (select from moved_in_ids m where m.unit_id = u.id)
  from old_claims c join units u on u.fingerprint = c.print join free_units f on f.product_id = u.product_id and f.unit_id = u.id
  where c.kind in ('deliver', 'turned down')`;

const leave = `with gone as (
    delete from free_units f using old_leaving l where f.product_id = l.product_id and f.unit_id = l.unit_id returning f.product_id
  ), counted as (
    update product_stock s set available = s.available - went.n
    from (select product_id, count(*) as n from gone group by product_id) as went where s.product_id = went.product_id
  )
  update units u set set_aside = l.aside, set_aside_at = $1 from old_leaving l where u.id = l.unit_id`;

const tellLeaving = `insert into told (kind, path, outcome, oddities)
  select 'id', 'products_database/Idlist/' || product_id, 'removed', '{soldThere}' from old_leaving where is_told order by product_id, unit_id`;

/** Tells of those that an order there was given and that stay out of the stock here, since that order did not take them. */
export async function tellHandedOver({ client, at }: Pick<Moving, "client" | "at">): Promise<void> {
  await client.query(
    `insert into told (kind, path, outcome, oddities)
     select distinct on (u.id) 'id', w.path, 'removed', '{givenThere}'::text[]
     from old_claims c join old_orders w on w.n = c.order_n join units u on u.fingerprint = c.print
     where c.kind = 'deliver' and u.set_aside = 'removed' and u.set_aside_at = $1 order by u.id, w.n`,
    [at],
  );
}
