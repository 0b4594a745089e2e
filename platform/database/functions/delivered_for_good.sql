-- At commit: a delivered ID that left its order is withdrawn. It never becomes free again.
CREATE OR REPLACE FUNCTION delivered_for_good()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from units u where u.id = old.unit_id and u.withdrawn is distinct from 'faulty')
    and not exists (select from order_units h where h.unit_id = old.unit_id and h.order_id = old.order_id and h.delivered_at is not null)
  then
    raise exception 'an ID that was delivered does not come back' using errcode = '23514', constraint = 'delivered_for_good';
  end if;
  return null;
end $function$;

CREATE CONSTRAINT TRIGGER delivered_for_good AFTER DELETE ON order_units DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.delivered_at IS NOT NULL) EXECUTE FUNCTION delivered_for_good();
