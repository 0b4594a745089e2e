-- Adds imported orders of closed hours to the search texts, and has their days of sales counted.
CREATE OR REPLACE FUNCTION order_hours_import(ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
