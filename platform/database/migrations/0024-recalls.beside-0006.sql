-- Recalls of imports: bad IDs leave the stock, also those that become free later.

alter table units drop constraint units_withdrawn_check;
alter table units add constraint units_withdrawn_check check (withdrawn in ('faulty', 'removed', 'held back', 'recalled')) not valid;
comment on column units.withdrawn is 'faulty, removed, held back or recalled, as its state says; empty: none of these.';
comment on column units.withdrawn_at is 'When it turned out faulty, was removed, held back or recalled.';
comment on column batches.withdrawn is 'How many of these turned out faulty, were removed or recalled.';

alter table ledger drop constraint ledger_event_check;
alter table ledger add constraint ledger_event_check check (event in (
  'imported', 'reserved', 'released', 'delivered', 'replaced', 'faulty', 'removed', 'held back', 'recalled', 'restored', 'moved', 'erased', 'rotated')) not valid;

alter table claims drop constraint claims_opened_by_check;
alter table claims add constraint claims_opened_by_check check (opened_by in ('buyer', 'person', 'shop'));
comment on column claims.opened_by is 'Who opened it: buyer, a person of the shop, or the shop itself with a recall.';

create table recalls (
  id text primary key,
  batch_id text not null references batches,
  at timestamptz not null,
  by text not null,
  reason text not null check (reason in ('refused', 'used', 'different', 'other')),
  scope text not null check (scope in ('none', 'in_time', 'all')),
  claimed_upto bigint not null default 0,
  finished_at timestamptz,
  undone_at timestamptz
);
comment on table recalls is E'Imports whose IDs are bad, as persons of the shop say.\nUntil a recall is undone, an ID of its import that would become free is withdrawn as recalled.';
comment on column recalls.id is 'Its id.';
comment on column recalls.batch_id is 'The import.';
comment on column recalls.at is 'When it began.';
comment on column recalls.by is 'Which account of the shop, or API key, recalled it.';
comment on column recalls.reason is 'What is wrong with its IDs: refused (they are not accepted), used (somebody else uses them), different (not what was ordered) or other.';
comment on column recalls.scope is 'For which delivered IDs claims are opened: none, in_time (those that their buyers could claim when it began) or all.';
comment on column recalls.claimed_upto is 'The number of the last delivered ID that was looked at to open a claim.';
comment on column recalls.finished_at is 'When its steps, or those of its undoing, were done; empty: they go on.';
comment on column recalls.undone_at is 'When it was undone.';
create unique index recalls_in_force on recalls (batch_id) where undone_at is null;
create index recalls_of_batch on recalls (batch_id, at desc);
create index recalls_under_way on recalls (at) where finished_at is null;

create function recalled_stay_out() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
declare
  leaving record;
begin
  if not exists (select from recalls where undone_at is null) then
    return null;
  end if;
  for leaving in
    select n.product_id, array_agg(n.unit_id order by n.unit_id) as ids
    from new_free n join free_units f on f.product_id = n.product_id and f.unit_id = n.unit_id join units u on u.id = n.unit_id
      join recalls r on r.batch_id = u.batch_id and r.undone_at is null
    group by 1 order by 1
  loop
    delete from free_units where product_id = leaving.product_id and unit_id = any(leaving.ids);
    update product_stock set available = available - cardinality(leaving.ids) where product_id = leaving.product_id;
    update units set withdrawn = 'recalled', withdrawn_at = now() where id = any(leaving.ids);
  end loop;
  return null;
end $$;
comment on function recalled_stay_out is 'Withdraws IDs of recalled imports that would become free.';
create trigger recalled_stay_out after insert on free_units referencing new table as new_free for each statement execute function recalled_stay_out();
