-- The names of products stand once each, and the texts of orders point at theirs: the parts of a name are those of thousands of orders ("kind 9999" has `kin` and `ind` of all that
-- are of some kind), and reading where they all stand took most of a search's time. What is left of a text, id and code, is of one order alone.
create function order_codes(o orders) returns text language sql immutable as $$
  select lower(o.id || chr(10) || o.request_code)
$$;
create function order_name(o orders) returns text language sql immutable as $$
  select lower(o.product_name)
$$;
-- A name of an order that moved in is as long as it was, and some are too long for any index but this.
create table ordered_names (
  id bigint generated always as identity primary key,
  name text not null,
  exclude using hash (name with =)
);
drop index if exists order_texts_searched;
drop table order_texts;
create table order_texts (
  order_id text not null,
  text text not null,
  name_id bigint not null
);
insert into ordered_names (name)
  select distinct order_name(o) from orders o where created_at < (select until from order_sums_until);
insert into order_texts (order_id, text, name_id)
  select o.id, order_codes(o), n.id from orders o join ordered_names n on n.name = order_name(o)
  where created_at < (select until from order_sums_until);
alter table order_texts add primary key (order_id), add foreign key (order_id) references orders on delete cascade,
  add foreign key (name_id) references ordered_names;
create index order_texts_by_name on order_texts (name_id);
analyze ordered_names, order_texts;

-- These three do what they did, and write the names apart.
create or replace function close_order_hours() returns integer language plpgsql as $$
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
  insert into ordered_names (name)
    select distinct order_name(o) as name from orders o where o.created_at >= since and o.created_at < ends order by name on conflict do nothing;
  insert into order_texts (order_id, text, name_id)
    select o.id, order_codes(o), n.id from orders o join ordered_names n on n.name = order_name(o)
    where o.created_at >= since and o.created_at < ends
    on conflict (order_id) do nothing;
  update order_sums_until set until = ends;
  return closed;
end $$;

create or replace function order_hours_change() returns trigger language plpgsql as $$
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
      insert into ordered_names (name) values (order_name(new)) on conflict do nothing;
      insert into order_texts (order_id, text, name_id)
        select new.id, order_codes(new), n.id from ordered_names n where n.name = order_name(new)
        on conflict (order_id) do nothing;
    else
      delete from order_texts where order_id = new.id;
    end if;
  end if;
  return null;
end $$;

create or replace function order_hours_move_in(ids text[]) returns void language plpgsql as $$
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
  insert into ordered_names (name)
    select distinct order_name(o) as name from orders o where o.id = any(ids) and o.created_at < frontier order by name on conflict do nothing;
  insert into order_texts (order_id, text, name_id)
    select o.id, order_codes(o), n.id from orders o join ordered_names n on n.name = order_name(o)
    where o.id = any(ids) and o.created_at < frontier
    on conflict (order_id) do nothing;
end $$;

create or replace function index_searches() returns boolean language plpgsql set maintenance_work_mem = '128MB' as $$
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
  execute format('create index if not exists ordered_names_searched on ordered_names using gin (name %s)', ops);
  return true;
end $$;
select index_searches();
