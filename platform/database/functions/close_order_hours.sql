-- Writes the search texts of the orders of the hours that are over. Returns how many.
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
end $function$;
