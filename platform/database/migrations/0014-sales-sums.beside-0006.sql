-- Sales, refunds, fees and costs per day of the shop's time zone, in place of order_sums.

create table sales_sums (
  kind text not null check (kind in ('product', 'method', 'batch', 'hour', 'person')),
  span text not null check (span in ('day', 'month')),
  since date not null,
  key text not null,
  orders bigint not null,
  paise bigint not null,
  tax_paise bigint not null,
  fee_paise bigint not null,
  refunds bigint not null,
  refund_paise bigint not null,
  refund_tax_paise bigint not null,
  ids bigint not null,
  cost_paise bigint not null,
  ids_without_cost bigint not null,
  dead_ids bigint not null,
  dead_cost_paise bigint not null,
  primary key (kind, span, since, key)
);
comment on table sales_sums is E'What was sold, per day and month of the shop''s time zone, by product, payment method, import, hour of the day and person.\nEach day is counted whole, from its orders, and a month is the sum of its days.';
comment on column sales_sums.key is 'The id of the product, method, import (empty: none is known), hour or person.';

create table sales_sums_until (
  only_row boolean primary key default true check (only_row),
  until timestamptz not null,
  time_zone text not null
);
comment on table sales_sums_until is 'Up to when sales_sums are complete, and in which time zone. Later sales are counted from orders.';
insert into sales_sums_until (until, time_zone) values ('-infinity', '');

create table sales_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null
);
comment on table sales_changes is E'Times of sales that changed later, whose days are counted again.\nUntil then their days are read from orders. Rows are never merged, so that a change that is not committed yet is not lost.';

create index refunds_done on refunds (done_at) where state = 'done';
create index credit_notes_issued on credit_notes (issued_at);
create index replacements_by_time on replacements (replaced_at);

create function mark_sales(of_order text) returns void language sql set search_path to 'public', 'pg_temp' as $$
  insert into sales_changes (at)
    select distinct at from (
      select processed_at as at from orders where id = of_order and status = 'approved'
      union all select f.done_at from refunds f join payments p on p.id = f.payment_id where p.order_id = of_order
      union all select issued_at from credit_notes where order_id = of_order
    ) as times where at < now() - interval '30 minutes'
$$;
comment on function mark_sales is 'Has the days counted again on which an order was sold and refunded. Those of the last half hour are not counted yet.';

create function sales_of_order_change() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  if tg_op <> 'INSERT' and old.status = 'approved' then insert into sales_changes (at) values (old.processed_at); end if;
  if tg_op <> 'DELETE' then perform mark_sales(new.id); end if;
  return null;
end $$;
comment on function sales_of_order_change is 'Has days counted again whose orders changed later. It does not run when an order is placed or approved.';
create trigger sales_of_order_change after update on orders for each row when (
  'approved' in (old.status, new.status) and least(old.processed_at, new.processed_at) < now() - interval '30 minutes'
  and (old.status, old.processed_at, old.product_id, old.payment_method, old.payable_paise, old.total_paise, old.approved_by)
    is distinct from (new.status, new.processed_at, new.product_id, new.payment_method, new.payable_paise, new.total_paise, new.approved_by))
  execute function sales_of_order_change();
create trigger sales_of_order_gain after insert on orders for each row when (
  new.status = 'approved' and new.processed_at < now() - interval '30 minutes' and not (new.is_from_old_shop and is_importing()))
  execute function sales_of_order_change();
create trigger sales_of_order_lose after delete on orders for each row when (old.status = 'approved') execute function sales_of_order_change();

create function sales_of_money_change() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  if tg_op = 'UPDATE' and old.order_id is distinct from new.order_id and old.order_id is not null then perform mark_sales(old.order_id); end if;
  if new.order_id is not null then perform mark_sales(new.order_id); end if;
  return null;
end $$;
comment on function sales_of_money_change is 'Has days counted again whose fees came or changed later.';
create trigger sales_of_payment_change after update of fee_paise, state, order_id, problem on payments for each row when (
  (old.fee_paise, old.state, old.order_id, old.problem) is distinct from (new.fee_paise, new.state, new.order_id, new.problem))
  execute function sales_of_money_change();
create trigger sales_of_payment_gain after insert on payments for each row when (new.state in ('matched', 'refunded'))
  execute function sales_of_money_change();
create trigger sales_of_credit_note_gain after insert on credit_notes for each row when (new.issued_at < now() - interval '30 minutes')
  execute function sales_of_money_change();

create function sales_of_refund_change() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  if tg_op = 'UPDATE' and old.done_at is not null then insert into sales_changes (at) values (old.done_at); end if;
  perform mark_sales(order_id) from payments where id = new.payment_id and order_id is not null;
  return null;
end $$;
comment on function sales_of_refund_change is 'Has days counted again whose refunds failed after all, or were done earlier than the shop learned.';
create trigger sales_of_refund_change after update of state, done_at on refunds for each row when (
  old.state = 'done' or new.done_at < now() - interval '30 minutes') execute function sales_of_refund_change();
create trigger sales_of_refund_gain after insert on refunds for each row when (new.done_at < now() - interval '30 minutes')
  execute function sales_of_refund_change();

create function sales_of_batch_change() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  insert into sales_changes (at)
    select distinct date_trunc('hour', at, 'UTC') from (
      select h.delivered_at as at from units u join order_units h on h.unit_id = u.id where u.batch_id = new.id
      union all
      select unnest(array[r.replaced_at, came.replaced_at, o.processed_at]) from units u join replacements r on r.faulty_unit_id = u.id
        join orders o on o.id = r.order_id left join replacements came on came.unit_id = u.id where u.batch_id = new.id
    ) as times where at < now() - interval '30 minutes';
  return null;
end $$;
comment on function sales_of_batch_change is 'Has the days counted again on which an import''s IDs were delivered or replaced, because their cost changed.';
create trigger sales_of_batch_change after update of cost_paise on batches for each row when (old.cost_paise is distinct from new.cost_paise)
  execute function sales_of_batch_change();

create function sales_of_replacement_gain() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  insert into sales_changes (at) values (new.replaced_at);
  return null;
end $$;
comment on function sales_of_replacement_gain is 'Has the day counted again on which an ID was replaced, if the shop learns of it later.';
create trigger sales_of_replacement_gain after insert on replacements for each row when (new.replaced_at < now() - interval '30 minutes')
  execute function sales_of_replacement_gain();

-- order_sums go. The search texts of past orders keep their hours. The release before still reads its sums: from a view.
drop trigger order_hours_change on orders;
drop trigger order_hours_lose on orders;
drop trigger order_hours_gain on orders;
drop function order_hours_change();
drop function order_counts_for(orders);
drop table order_sums;
create view order_sums as
  select 'placed' as what, date_trunc('hour', created_at, 'UTC') as hour, count(*) as count, sum(total_paise)::bigint as total_paise from orders group by 2
  union all
  select 'approved', date_trunc('hour', handled_at, 'UTC'), count(*), sum(total_paise)::bigint from orders where status = 'approved' group by 2;
comment on view order_sums is 'For the release before, which reads it on Today.';
comment on table order_sums_until is 'Up to when order_texts are complete. Newer orders are read from orders itself.';

create function order_texts_change() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  if new.created_at < (select until from order_sums_until for share) then
    insert into ordered_names (name) values (order_name(new)) on conflict do nothing;
    insert into order_texts (order_id, text, name_id)
      select new.id, order_codes(new), n.id from ordered_names n where n.name = order_name(new)
      on conflict (order_id) do nothing;
  else
    delete from order_texts where order_id = new.id;
  end if;
  return null;
end $$;
comment on function order_texts_change is 'Corrects the search texts when an order of a closed hour comes late or moves.';
create trigger order_texts_change after update on orders for each row when (old.created_at <> new.created_at) execute function order_texts_change();
create trigger order_texts_gain after insert on orders for each row when (
  new.created_at < now() - interval '30 minutes' and not (new.is_from_old_shop and is_importing())) execute function order_texts_change();

create or replace function order_hours_import(ids text[]) returns void language plpgsql set search_path to 'public', 'pg_temp' as $$
declare
  frontier timestamptz;
begin
  select until into frontier from order_sums_until for share;
  insert into sales_changes (at)
    select distinct date_trunc('hour', processed_at, 'UTC') from orders where id = any(ids) and status = 'approved';
  insert into ordered_names (name)
    select distinct order_name(o) as name from orders o where o.id = any(ids) and o.created_at < frontier order by name on conflict do nothing;
  insert into order_texts (order_id, text, name_id)
    select o.id, order_codes(o), n.id from orders o join ordered_names n on n.name = order_name(o)
    where o.id = any(ids) and o.created_at < frontier
    on conflict (order_id) do nothing;
end $$;
comment on function order_hours_import is 'Adds imported orders of closed hours to the search texts, and has their days of sales counted.';

create or replace function close_order_hours() returns integer language plpgsql set search_path to 'public', 'pg_temp' as $$
declare
  since timestamptz;
  ends timestamptz := date_trunc('hour', now(), 'UTC') - interval '1 hour';
  closed integer;
begin
  select until into since from order_sums_until for update;
  if since > ends then
    delete from order_texts t using orders o where o.id = t.order_id and o.created_at >= ends;
    update order_sums_until set until = ends;
  end if;
  if since >= ends then
    return 0;
  end if;
  insert into ordered_names (name)
    select distinct order_name(o) as name from orders o where o.created_at >= since and o.created_at < ends order by name on conflict do nothing;
  insert into order_texts (order_id, text, name_id)
    select o.id, order_codes(o), n.id from orders o join ordered_names n on n.name = order_name(o)
    where o.created_at >= since and o.created_at < ends
    on conflict (order_id) do nothing;
  get diagnostics closed = row_count;
  update order_sums_until set until = ends;
  return closed;
end $$;
comment on function close_order_hours is 'Writes the search texts of the orders of the hours that are over. Returns how many.';
