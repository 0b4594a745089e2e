-- Adds imported orders of closed hours to sums and search texts.
CREATE OR REPLACE FUNCTION order_hours_import(ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
