-- Corrects sums and search texts when an order of a closed hour changes.
CREATE OR REPLACE FUNCTION order_hours_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE TRIGGER order_hours_change AFTER UPDATE ON orders FOR EACH ROW WHEN (old.created_at <> new.created_at OR old.total_paise <> new.total_paise OR ('approved'::text = old.status OR 'approved'::text = new.status) AND (old.status IS DISTINCT FROM new.status OR old.handled_at IS DISTINCT FROM new.handled_at) AND LEAST(old.handled_at, new.handled_at) < (now() - '00:30:00'::interval)) EXECUTE FUNCTION order_hours_change();

CREATE TRIGGER order_hours_gain AFTER INSERT ON orders FOR EACH ROW WHEN ((new.created_at < (now() - '00:30:00'::interval) OR new.handled_at < (now() - '00:30:00'::interval)) AND NOT (new.is_from_old_shop AND is_importing())) EXECUTE FUNCTION order_hours_change();

CREATE TRIGGER order_hours_lose AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION order_hours_change();
