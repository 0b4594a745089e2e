-- Corrects the search texts when an order of a closed hour comes late or moves.
CREATE OR REPLACE FUNCTION order_texts_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE TRIGGER order_texts_change AFTER UPDATE ON orders FOR EACH ROW WHEN (old.created_at <> new.created_at) EXECUTE FUNCTION order_texts_change();

CREATE TRIGGER order_texts_gain AFTER INSERT ON orders FOR EACH ROW WHEN (new.created_at < (now() - '00:30:00'::interval) AND NOT (new.is_from_old_shop AND is_importing())) EXECUTE FUNCTION order_texts_change();
