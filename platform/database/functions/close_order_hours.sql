-- Adds up the hours that are over, and writes the search texts of their orders. Returns how many sums it wrote.
CREATE OR REPLACE FUNCTION close_order_hours()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
