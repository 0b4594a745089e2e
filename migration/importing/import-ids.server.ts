import { announce } from "#platform/live/announce.server.ts";
import type { Migration } from "../migration.server.ts";

/**
 * Imports the stock. An ID that was delivered here never returns to it; an ID that is free here but
 * gone from the old stock was sold there and is withdrawn.
 */
export async function importIds({ client, tx, at }: Migration): Promise<void> {
  await client.query("select from product_stock where product_id in (select old_id from old_products) order by product_id for update");
  await client.query(judge);
  await client.query(enter, [at]);
  await client.query(recordTrees);
  await client.query(recordAddedHere);
  await takeOutSold({ client, at });
  await client.query(
    "insert into report_rows (kind, path, outcome, warnings) select 'id', path, outcome, warnings from old_ids where tree < 3 order by n",
  );
  await announce(tx, "stock");
}

/**
 * Withdraws IDs that were sold in the old shop. Runs before and after the orders, because importing
 * orders releases IDs that they no longer hold.
 */
export async function takeOutSold({ client, at }: Pick<Migration, "client" | "at">): Promise<void> {
  await client.query("delete from old_leaving");
  await client.query(chooseLeaving);
  await client.query(leave, [at]);
  await client.query(reportLeaving);
}

const judge = `update old_ids i set outcome = j.outcome, unit_id = j.unit_id, warnings = i.warnings || coalesce(array_remove(array[j.warning], null), '{}')
  from (
    select i.ctid as row, u.id as unit_id, case
        when p.deleted_at is not null then 'skipped' when u.id is null then 'imported' when u.product_id <> i.product_id then 'skipped'
        when i.state = 'sold' and f.unit_id is not null then 'updated'
        when u.withdrawn = 'removed' and m.unit_id is null and i.state <> 'sold' then 'imported' else 'unchanged'
      end as outcome, case
        when p.deleted_at is not null then 'productDeletedHere' when u.id is null then null when u.product_id <> i.product_id then 'idOfOtherProductHere'
        when h.delivered_at is not null and i.state <> 'sold' then 'idDeliveredHere'
        when u.withdrawn is not null and m.unit_id is not null and i.state in ('free', 'reserved') then 'idLeftHere'
      end as warning
    from old_ids i join products p on p.id = i.product_id left join units u on u.fingerprint = i.print left join order_units h on h.unit_id = u.id
      left join free_units f on f.product_id = u.product_id and f.unit_id = u.id left join old_shop_ids m on m.unit_id = u.id
    where i.outcome is null
  ) as j where i.ctid = j.row`;

/**
 * New IDs are first entered as free, whatever their state, so that the ledger records each step.
 */
const enter = `with entered as (
    insert into units (product_id, value, fingerprint, imported_at)
    select product_id, value, print, $1 from old_ids where outcome = 'imported' order by n
    on conflict (fingerprint) do update
      set product_id = excluded.product_id, value = excluded.value, imported_at = excluded.imported_at, withdrawn = null, withdrawn_at = null
      where units.withdrawn = 'removed'
    returning id, product_id, fingerprint
  ), freed as (
    insert into free_units (product_id, unit_id) select product_id, id from entered
  ), recorded as (
    insert into old_shop_ids (unit_id, tree) select e.id, i.tree from entered e join old_ids i on i.print = e.fingerprint and i.outcome = 'imported'
    on conflict (unit_id) do update set tree = excluded.tree
  )
  update product_stock s set available = s.available + came.n
    from (select product_id, count(*) as n from entered group by product_id) as came where s.product_id = came.product_id`;

/** Remembers in which part of the file an ID is now; the next import checks that part for it. */
const recordTrees = `update old_shop_ids m set tree = i.tree
  from old_ids i where i.unit_id = m.unit_id and i.outcome in ('unchanged', 'updated') and m.tree is distinct from i.tree`;

/**
 * IDs that were here before a file first had them are tracked from now on, too: withdrawn here they
 * stay so, and gone there they are withdrawn.
 */
const recordAddedHere = `insert into old_shop_ids (unit_id, tree)
  select distinct on (i.unit_id) i.unit_id, i.tree from old_ids i
  where i.outcome in ('unchanged', 'updated') and i.unit_id is not null and not exists (select from old_shop_ids m where m.unit_id = i.unit_id)
  order by i.unit_id, i.tree`;

/**
 * Chooses the free IDs to withdraw: those that were sold there or are not sellable; those of an
 * earlier import that are gone from the old stock, if the file has the part that they were in (and
 * for IDs that an order held, the stock as well); and those that an order there was given, whatever
 * happens to that order. Imported orders take their own IDs back afterwards.
 */
const chooseLeaving = `insert into old_leaving (product_id, unit_id, withdrawn_as, is_reported)
  select f.product_id, f.unit_id, case i.state when 'unknown' then 'faulty' else 'removed' end, false
  from old_ids i join units u on u.fingerprint = i.print join free_units f on f.product_id = u.product_id and f.unit_id = u.id
  where i.outcome in ('imported', 'updated') and i.state in ('sold', 'unknown')
  union all
  select f.product_id, f.unit_id, 'removed', true
  from old_shop_ids m join units u on u.id = m.unit_id join free_units f on f.product_id = u.product_id and f.unit_id = u.id
  where exists (select from old_products p where p.old_id = u.product_id and p.tree > 0)
    and not exists (select from old_parts t where not t.is_here and (t.tree = m.tree or (coalesce(m.tree, 3) = 3 and t.tree in (1, 3))))
    and not exists (select from old_ids i where i.print = u.fingerprint) and not exists (select from old_claims c where c.print = u.fingerprint and c.wins)
  union all
  select f.product_id, f.unit_id, 'removed', c.kind = 'turned down' and not exists (select from old_shop_ids m where m.unit_id = u.id)
  from old_claims c join units u on u.fingerprint = c.print join free_units f on f.product_id = u.product_id and f.unit_id = u.id
  where c.kind in ('deliver', 'turned down')`;

const leave = `with gone as (
    delete from free_units f using old_leaving l where f.product_id = l.product_id and f.unit_id = l.unit_id returning f.product_id
  ), counted as (
    update product_stock s set available = s.available - went.n
    from (select product_id, count(*) as n from gone group by product_id) as went where s.product_id = went.product_id
  )
  update units u set withdrawn = l.withdrawn_as, withdrawn_at = $1 from old_leaving l where u.id = l.unit_id`;

const reportLeaving = `insert into report_rows (kind, path, outcome, warnings)
  select 'id', 'products_database/Idlist/' || product_id, 'removed', '{soldThere}' from old_leaving where is_reported order by product_id, unit_id`;

/**
 * Reports the IDs that were delivered by an order there but not taken by it here, so that they stay
 * out of stock.
 */
export async function reportHandedOver({ client, at }: Pick<Migration, "client" | "at">): Promise<void> {
  await client.query(
    `insert into report_rows (kind, path, outcome, warnings)
     select distinct on (u.id) 'id', w.path, 'removed', '{givenThere}'::text[]
     from old_claims c join old_orders w on w.n = c.order_n join units u on u.fingerprint = c.print
     where c.kind = 'deliver' and u.withdrawn = 'removed' and u.withdrawn_at = $1 order by u.id, w.n`,
    [at],
  );
}
