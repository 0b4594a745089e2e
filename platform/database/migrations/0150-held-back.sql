-- A restored shop holds its free IDs back until its owner has said which of them went out since the backup.
-- `restore` records itself in the same transaction as the rows, also for a backup of an earlier state of the
-- migrations, so this table may be there already.

create table if not exists restores (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('backup', 'export')),
  made_at timestamptz not null,
  restored_at timestamptz not null,
  freeing_since timestamptz,
  settled_at timestamptz,
  missing_orders integer check (missing_orders >= 0),
  constraint restores_freed_before_settled check (settled_at is null or freeing_since is not null)
);
create index restores_unsettled on restores (id) where settled_at is null;

alter table units drop constraint units_withdrawn_check;
alter table units add constraint units_withdrawn_check check (withdrawn in ('faulty', 'removed', 'held back'));
drop index units_faulty;
create index units_set_aside on units (product_id, id) where withdrawn in ('faulty', 'held back');

alter table ledger drop constraint ledger_event_check;
alter table ledger add constraint ledger_event_check check (event in (
  'imported', 'reserved', 'released', 'delivered', 'replaced', 'faulty', 'removed', 'held back', 'restored', 'moved', 'erased', 'rotated'));

create or replace function record_stock_arrival() returns trigger language plpgsql as $$
begin
  insert into stock_arrivals (product_id, ids)
    select came.product_id, came.n from (select product_id, count(*)::integer as n from new_free group by product_id) as came
    where exists (select from waitlist w where w.product_id = came.product_id and w.confirmed_at is not null and w.notified_at is null)
      and not exists (select from restores where freeing_since is null);
  return null;
end $$;

-- Triggers of a table run in the order of their names, and this one is to be the last.
create function unsettled_stay_out() returns trigger language plpgsql as $$
declare
  leaving record;
begin
  perform from restores where freeing_since is null for share;
  if not found then
    return null;
  end if;
  for leaving in
    select n.product_id, array_agg(n.unit_id order by n.unit_id) as ids
    from new_free n join free_units f on f.product_id = n.product_id and f.unit_id = n.unit_id
    group by 1 order by 1
  loop
    delete from free_units where product_id = leaving.product_id and unit_id = any(leaving.ids);
    update product_stock set available = available - cardinality(leaving.ids) where product_id = leaving.product_id;
    update units set withdrawn = 'held back', withdrawn_at = now() where id = any(leaving.ids);
  end loop;
  return null;
end $$;
create trigger unsettled_stay_out after insert on free_units referencing new table as new_free
  for each statement execute function unsettled_stay_out();

comment on table restores is E'Each restore of a backup, and import of an export, from which this shop came.\nUntil it is settled, IDs that would be free are held back: they may have gone out after the backup.';
comment on column restores.made_at is 'The moment that the backup or export shows.';
comment on column restores.freeing_since is 'When the owner had named the IDs that went out. From then on IDs are free again.';
comment on column restores.settled_at is 'When the last ID that was held back became free.';
comment on column restores.missing_orders is 'How many orders are missing since, by the owner''s count.';
comment on function unsettled_stay_out() is 'Holds back IDs that become free in a restored shop that is not settled. Waits for a settlement that is under way.';
comment on function record_stock_arrival() is 'Records how many IDs came in, if somebody waits for their product and they are not held back.';
