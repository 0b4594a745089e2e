-- An import of IDs: when, how and from where they came, and perhaps what each cost. A draft was looked at and not added yet; what is being added or undone goes on
-- where it broke off. The three counters are kept by the triggers below: its IDs as they are now, and of them those that were delivered and those set aside.
create table batches (
  id text primary key,
  product_id text not null references products,
  way text not null check (way in ('import', 'page', 'product', 'api')),
  source text not null default '',
  cost_paise bigint check (cost_paise between 0 and 100000000),
  state text not null check (state in ('draft', 'adding', 'added', 'undoing', 'undone')),
  created_at timestamptz not null,
  undone_at timestamptz,
  admin_id text,
  report jsonb,
  chosen text[],
  ids integer not null default 0 check (ids >= 0),
  delivered integer not null default 0 check (delivered >= 0),
  set_aside integer not null default 0 check (set_aside >= 0),
  check ((undone_at is not null) = (state = 'undone')),
  check (state = 'draft' or report is null or chosen is not null)
);
create index batches_listed on batches (created_at desc, id desc) where state <> 'draft';
create index batches_of_product on batches (product_id, created_at desc, id desc) where state <> 'draft';
create index batches_drafts on batches (created_at) where state = 'draft';

-- The lines of an import, up to 2,000 a row and sealed: those that wait to be added, and the few that its page shows.
create table batch_lines (
  id bigint generated always as identity primary key,
  batch_id text not null references batches on delete cascade,
  kind text not null check (kind in ('waiting', 'shown')),
  lines bytea not null
);
create index batch_lines_of_batch on batch_lines (batch_id, kind, id);

-- What the IDs of a product look like: a pattern in the shop's own small language (docs/decisions/0027), and an example.
alter table products add column id_pattern text not null default '', add column id_example text not null default '';

-- With which import an ID came; none for those of before, and for one that was typed as it was handed over. One that is taken back belongs to what brought it back.
alter table units add column batch_id text references batches;
create index units_of_batch on units (batch_id, id) where batch_id is not null;

-- The few rows that tell of erased IDs, so that one which was delivered is known again.
create index ledger_erased on ledger (product_id, seq) where event = 'erased';

create function batch_units_entered() returns trigger language plpgsql as $$
begin
  update batches b set ids = b.ids + came.n, set_aside = b.set_aside + came.aside
    from (select batch_id, count(*)::integer as n, count(set_aside)::integer as aside from new_units where batch_id is not null group by batch_id) as came
    where b.id = came.batch_id;
  return null;
end $$;
create trigger units_of_batch_entered after insert on units referencing new table as new_units
  for each statement execute function batch_units_entered();

create function batch_units_erased() returns trigger language plpgsql as $$
begin
  update batches b set ids = b.ids - went.n, set_aside = b.set_aside - went.aside
    from (select batch_id, count(*)::integer as n, count(set_aside)::integer as aside from old_units where batch_id is not null group by batch_id) as went
    where b.id = went.batch_id;
  return null;
end $$;
create trigger units_of_batch_erased after delete on units referencing old table as old_units
  for each statement execute function batch_units_erased();

create function batch_units_changed() returns trigger language plpgsql as $$
begin
  update batches b set ids = b.ids + change.ids, set_aside = b.set_aside + change.aside
    from (
      select batch_id, sum(ids)::integer as ids, sum(aside)::integer as aside
      from (
        select batch_id, -1 as ids, -(set_aside is not null)::integer as aside from old_units
        union all
        select batch_id, 1, (set_aside is not null)::integer from new_units
      ) as both_sides
      where batch_id is not null group by batch_id having sum(ids) <> 0 or sum(aside) <> 0
    ) as change
    where b.id = change.batch_id;
  return null;
end $$;
create trigger units_of_batch_changed after update on units referencing old table as old_units new table as new_units
  for each statement execute function batch_units_changed();

-- What is held is not counted: so placing an order costs nothing here, and approving it one statement.
create function batch_delivered() returns trigger language plpgsql as $$
begin
  update batches b set delivered = b.delivered + given.n
    from (
      select u.batch_id, count(*)::integer as n from new_held n join old_held o on o.unit_id = n.unit_id join units u on u.id = n.unit_id
      where o.delivered_at is null and n.delivered_at is not null and u.batch_id is not null group by u.batch_id
    ) as given
    where b.id = given.batch_id;
  return null;
end $$;
create trigger order_units_of_batch_delivered after update on order_units referencing old table as old_held new table as new_held
  for each statement execute function batch_delivered();

create function batch_delivered_one() returns trigger language plpgsql as $$
declare
  held order_units := case tg_op when 'INSERT' then new else old end;
begin
  update batches b set delivered = b.delivered + case tg_op when 'INSERT' then 1 else -1 end
    from units u where u.id = held.unit_id and b.id = u.batch_id;
  return null;
end $$;
create trigger order_units_of_batch_handed_over after insert on order_units for each row
  when (new.delivered_at is not null) execute function batch_delivered_one();
create trigger order_units_of_batch_replaced after delete on order_units for each row
  when (old.delivered_at is not null) execute function batch_delivered_one();
