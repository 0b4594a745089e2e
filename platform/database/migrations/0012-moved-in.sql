-- What came from the shop that was before: which row here each of its rows became, what it was made of there, and how it was left here. A later export is compared
-- with both: what is the same there brings nothing, what was changed here since stays.
create table moved_in (
  kind text not null check (kind in ('product', 'order', 'account')),
  old_id text not null,
  local_id text not null,
  -- The keyed fingerprint of the row in the file.
  there bytea not null,
  -- A hash of what the row held here when the import was done with it; null where that is not compared.
  here bytea,
  -- Whose order it was there, by the id of the account there.
  old_user_id text,
  -- The file that the order's proof was there.
  proof_file text,
  moved_at timestamptz not null,
  primary key (kind, old_id)
);
create index moved_in_by_local on moved_in (kind, local_id);
create index moved_in_of_user on moved_in (old_user_id) where old_user_id is not null;

-- The IDs that were in the stock there. One that is free here and not there any more was sold there.
create table moved_in_ids (
  unit_id bigint primary key references units on delete cascade
);

-- Each import and each preview of one, with how far it came and what it found.
create table moving_in_runs (
  id text primary key,
  state text not null check (state in ('running', 'done', 'failed')),
  is_preview boolean not null,
  by_name text not null,
  -- The names, sizes and hashes of the files.
  files jsonb not null,
  -- The kinds that are done, each with when.
  checkpoints jsonb not null default '{}',
  progress jsonb not null default '{}',
  -- What came of it; null while it runs.
  summary jsonb,
  problem text,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index moving_in_runs_newest on moving_in_runs (started_at desc, id);

-- What became of every row of the files; kept for the newest preview and the newest import.
create table moving_in_rows (
  run_id text not null references moving_in_runs on delete cascade,
  n bigint not null,
  kind text not null,
  path text not null,
  outcome text not null,
  oddities text[] not null default '{}',
  primary key (run_id, n)
);
create index moving_in_rows_odd on moving_in_rows (run_id, n) where oddities <> '{}';

-- An order of the shop before. It may lack IDs: `short_by` says how many, and is below zero where it was given more than were ordered.
alter table orders
  add column moved_in boolean not null default false,
  add column short_by integer check (short_by <> 0),
  add constraint orders_short_moved_in check (moved_in or short_by is null);
do $$
declare
  total text := (select conname from pg_constraint where conrelid = 'orders'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%total_paise = (price_paise * quantity)%');
begin
  execute format('alter table orders drop constraint %I', total);
end $$;
alter table orders add constraint orders_total_multiplies check (total_paise = price_paise * quantity or (moved_in and total_paise >= 0));

-- Orders of the shop before do not lapse: they may have waited for long already.
drop index orders_pending_lapsing;
create index orders_pending_lapsing on orders (created_at, id)
  where status = 'pending' and user_id is null and payment_method = 'request' and paid_at is null and not moved_in;

-- A pending order holds exactly as many IDs as were ordered, of its product; an approved one was given as many; the others have none. One that came from the
-- shop before has as many fewer as it is short by.
create or replace function order_has_its_ids() returns trigger language plpgsql as $$
declare
  which text;
  standing record;
begin
  if tg_table_name = 'orders' then
    which := new.id;
  else
    which := new.order_id;
  end if;
  select o.status, o.quantity - coalesce(o.short_by, 0) as due, count(h.unit_id) as units, count(h.delivered_at) as given,
      count(*) filter (where u.product_id <> o.product_id) as foreigners
    into standing
    from orders o left join order_units h on h.order_id = o.id left join units u on u.id = h.unit_id
    where o.id = which group by o.id;
  if found and not (standing.foreigners = 0 and case standing.status
    when 'pending' then standing.units = standing.due and standing.given = 0
    when 'approved' then standing.units = standing.due and standing.given = standing.due
    else standing.units = 0
  end) then
    raise exception 'a % order of % IDs may not hold % and have been given %', standing.status, standing.due, standing.units - standing.given, standing.given
      using errcode = '23514', constraint = 'order_has_its_ids';
  end if;
  return null;
end $$;
drop trigger order_has_its_ids on orders;
create constraint trigger order_has_its_ids after insert or update of status, quantity, product_id, short_by on orders
  deferrable initially deferred for each row execute function order_has_its_ids();

-- Whoever handles a short order settles what it lacked: an approval hands over as many as were ordered, the others none.
create function order_short_ends() returns trigger language plpgsql as $$
begin
  new.short_by := null;
  return new;
end $$;
create trigger order_short_ends before update of status on orders for each row
  when (old.status = 'pending' and new.status <> 'pending' and new.short_by is not null) execute function order_short_ends();

-- Many orders that move in together, of the same hour perhaps, are added to its sums at once: one by one each would walk over all that came before it.
drop trigger order_hours_gain on orders;
create trigger order_hours_gain after insert on orders for each row
  when ((new.created_at < now() - interval '30 minutes' or new.handled_at < now() - interval '30 minutes')
    and not (new.moved_in and current_setting('trackside.moving_in', true) is not distinct from '1'))
  execute function order_hours_change();
create function order_hours_move_in(ids text[]) returns void language plpgsql as $$
declare
  frontier timestamptz;
begin
  select until into frontier from order_sums_until for share;
  insert into order_sums as s (what, hour, count, total_paise)
    select c.what, date_trunc('hour', c.at, 'UTC'), count(*), sum(c.total_paise)
    from (
      select 'placed' as what, created_at as at, total_paise from orders where id = any(ids)
      union all
      select 'approved', handled_at, total_paise from orders where id = any(ids) and status = 'approved'
    ) as c
    where c.at < frontier group by 1, 2 order by 1, 2
    on conflict (what, hour) do update set count = s.count + excluded.count, total_paise = s.total_paise + excluded.total_paise;
  insert into order_texts (order_id, text)
    select o.id, order_text(o) from orders o where o.id = any(ids) and o.created_at < frontier on conflict (order_id) do nothing;
end $$;
