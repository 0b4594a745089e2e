-- What was placed and what was approved, by the hour: an hour that is over changes no more. Orders of before `until` stand here, later ones are counted as they are.
create table order_sums (
  what text not null check (what in ('placed', 'approved')),
  hour timestamptz not null,
  count bigint not null,
  total_paise bigint not null,
  primary key (what, hour)
);
create table order_sums_until (
  only_row boolean primary key default true check (only_row),
  until timestamptz not null
);
-- What a search looks for in an order, once its hour is closed: an index that finds parts of words costs more to write than an order, so it is written afterwards.
create table order_texts (
  order_id text not null,
  text text not null
);
create function order_text(o orders) returns text language sql immutable as $$
  select lower(o.id || chr(10) || o.request_code || chr(10) || o.product_name)
$$;
insert into order_sums_until (until) values (date_trunc('hour', now(), 'UTC') - interval '1 hour');

-- What an order counts for: itself when it was placed, and when it was approved.
create function order_counts_for(o orders) returns table (what text, at timestamptz) language sql immutable as $$
  select 'placed', o.created_at union all select 'approved', o.handled_at where o.status = 'approved'
$$;

insert into order_sums (what, hour, count, total_paise)
  select 'placed', date_trunc('hour', created_at, 'UTC'), count(*), sum(total_paise) from orders
    where created_at < (select until from order_sums_until) group by 2
  union all
  select 'approved', date_trunc('hour', handled_at, 'UTC'), count(*), sum(total_paise) from orders
    where status = 'approved' and handled_at < (select until from order_sums_until) group by 2;

insert into order_texts (order_id, text)
  select id, lower(id || chr(10) || request_code || chr(10) || product_name) from orders where created_at < (select until from order_sums_until);
alter table order_texts add primary key (order_id), add foreign key (order_id) references orders on delete cascade;

-- Orders of hours that are not closed. A function, because the planner has to know from when on: it would read all orders otherwise.
create function open_orders() returns setof orders language plpgsql stable as $$
declare
  since timestamptz := (select until from order_sums_until);
begin
  return query select * from orders where created_at >= since;
end $$;

-- Closes the hours that are over for an hour or more. Whoever still changes one of them has locked the row that this waits for. Where the clock was set back, hours
-- that are not over any more are opened again.
create function close_order_hours() returns integer language plpgsql as $$
declare
  since timestamptz;
  ends timestamptz := date_trunc('hour', now(), 'UTC') - interval '1 hour';
  closed integer;
begin
  select until into since from order_sums_until for update;
  if since > ends then
    delete from order_sums where hour >= ends;
    delete from order_texts t using orders o where o.id = t.order_id and o.created_at >= ends;
    update order_sums_until set until = ends;
  end if;
  if since >= ends then
    return 0;
  end if;
  insert into order_sums as s (what, hour, count, total_paise)
    select 'placed', date_trunc('hour', created_at, 'UTC'), count(*), sum(total_paise) from orders
      where created_at >= since and created_at < ends group by 2
    union all
    select 'approved', date_trunc('hour', handled_at, 'UTC'), count(*), sum(total_paise) from orders
      where status = 'approved' and handled_at >= since and handled_at < ends group by 2;
  get diagnostics closed = row_count;
  insert into order_texts (order_id, text)
    select o.id, order_text(o) from orders o where o.created_at >= since and o.created_at < ends
    on conflict (order_id) do nothing;
  update order_sums_until set until = ends;
  return closed;
end $$;

-- An order of an hour that is closed: one that was brought in, or changed behind the shop's back. The shop's own orders are of now, and never come here.
create function order_hours_change() returns trigger language plpgsql as $$
declare
  frontier timestamptz;
begin
  select until into frontier from order_sums_until for share;
  insert into order_sums as s (what, hour, count, total_paise)
    select what, date_trunc('hour', at, 'UTC'), sum(sign), sum(sign * paise)
    from (
      select c.what, c.at, -1 as sign, old.total_paise as paise from order_counts_for(old) c where tg_op <> 'INSERT'
      union all
      select c.what, c.at, 1, new.total_paise from order_counts_for(new) c where tg_op <> 'DELETE'
    ) as change
    where at < frontier group by 1, 2 order by 1, 2
    on conflict (what, hour) do update set count = s.count + excluded.count, total_paise = s.total_paise + excluded.total_paise;
  if tg_op <> 'DELETE' then
    if new.created_at < frontier then
      insert into order_texts (order_id, text) values (new.id, order_text(new)) on conflict (order_id) do nothing;
    else
      delete from order_texts where order_id = new.id;
    end if;
  end if;
  return null;
end $$;
create trigger order_hours_gain after insert on orders for each row
  when (new.created_at < now() - interval '30 minutes' or new.handled_at < now() - interval '30 minutes')
  execute function order_hours_change();
create trigger order_hours_change after update on orders for each row
  when (old.created_at <> new.created_at or old.total_paise <> new.total_paise or (
    'approved' in (old.status, new.status) and (old.status, old.handled_at) is distinct from (new.status, new.handled_at)
    and least(old.handled_at, new.handled_at) < now() - interval '30 minutes'))
  execute function order_hours_change();
create trigger order_hours_lose after delete on orders for each row execute function order_hours_change();

-- How many orders were placed, or approved, since a moment, and what they come to: the closed hours, and on both sides of them the orders themselves.
create function order_sum(of_what text, since timestamptz) returns table (count bigint, paise bigint) language sql stable as $$
  with hours as materialized (
    select date_trunc('hour', since - interval '1 microsecond', 'UTC') + interval '1 hour' as first, until from order_sums_until
  ), closed as (
    select s.count, s.total_paise as paise from hours, order_sums s where s.what = of_what and s.hour >= hours.first and s.hour < hours.until
  ), placed as (
    select total_paise from orders where of_what = 'placed' and created_at >= since and created_at < (select first from hours)
    union all
    select total_paise from orders where of_what = 'placed' and created_at >= (select greatest(first, until) from hours)
  ), approved as (
    select total_paise from orders where of_what = 'approved' and status = 'approved' and handled_at is not null
      and handled_at >= since and handled_at < (select first from hours)
    union all
    select total_paise from orders where of_what = 'approved' and status = 'approved' and handled_at is not null
      and handled_at >= (select greatest(first, until) from hours)
  )
  select coalesce(sum(part.count), 0)::bigint, coalesce(sum(part.paise), 0)::bigint
  from (
    select sum(closed.count) as count, sum(closed.paise) as paise from closed
    union all select count(*), sum(total_paise) from placed
    union all select count(*), sum(total_paise) from approved
  ) as part
$$;

-- Lists walk an index of their own, whichever part of the rows they show.
create index products_shown on products (created_at, id) where deleted_at is null and hidden_at is null;
create index products_samples on products (id) where is_sample and deleted_at is null;
create index units_faulty on units (product_id, id) where set_aside = 'faulty';
create index letters_kept on letters (created_at desc, id desc) where state = 'kept';
create index letters_sent on letters (created_at desc, id desc) where state = 'sent';
create index contact_messages_open on contact_messages (created_at desc, id desc) where handled_at is null;
create index contact_messages_handled on contact_messages (created_at desc, id desc) where handled_at is not null;
drop index orders_of_user;
create index orders_of_user on orders (user_id, created_at desc, id desc) include (status) where user_id is not null;
-- What is held of a product stands in its books.
drop index orders_pending_held;

-- What a search of products looks in: name and description as a reader sees them.
alter table products add column searched text generated always as (lower(name || ' ' ||
  replace(replace(replace(replace(regexp_replace(description, '<[^>]*>', ' ', 'g'), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'))) stored;

-- Searches find any part of a word at once by the index that PostgreSQL's own extension pg_trgm makes. Where this role may not have it, they look at each row; once
-- it is there, `select index_searches()` makes them fast.
create function index_searches() returns boolean language plpgsql set maintenance_work_mem = '128MB' as $$
declare
  ops text;
begin
  begin
    create extension if not exists pg_trgm;
  exception when others then
    raise notice 'searches look at each row: %', sqlerrm;
    return false;
  end;
  select format('%I.gin_trgm_ops', n.nspname) into ops
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  execute format('create index if not exists products_searched on products using gin (searched %s)', ops);
  execute format('create index if not exists users_searched on users using gin (email %s, lower(name) %s, lower(id) %s)', ops, ops, ops);
  execute format('create index if not exists audit_entries_searched on audit_entries using gin (subject_name %s)', ops);
  execute format('create index if not exists order_texts_searched on order_texts using gin (text %s)', ops);
  return true;
end $$;
select index_searches();
