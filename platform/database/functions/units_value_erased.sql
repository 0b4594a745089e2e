-- Writes to the ledger that an ID's value was erased. Refuses it for an ID that is free or reserved. Erasing is final.
CREATE OR REPLACE FUNCTION units_value_erased()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET enable_nestloop TO 'off'
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  erased record;
begin
  if not exists (select from old_units o join new_units n using (id) where o.erased_at is distinct from n.erased_at) then
    return null;
  end if;
  if exists (select from old_units o join new_units n using (id) where o.erased_at is not null and n.erased_at is distinct from o.erased_at) then
    raise exception 'an ID that was erased does not come back' using errcode = '23514', constraint = 'erased_for_good';
  end if;
  for erased in
    select n.product_id, array_agg(n.fingerprint order by n.id) as prints
    from old_units o join new_units n using (id) where o.erased_at is null and n.erased_at is not null group by 1 order by 1
  loop
    perform ledger_write(erased.product_id, 'erased', null, erased.prints, 0, 0, 0, 0);
  end loop;
  if exists (
    select from old_units o join new_units n using (id)
    where o.erased_at is null and n.erased_at is not null and (
      exists (select from free_units f where f.product_id = n.product_id and f.unit_id = n.id) or
      exists (select from order_units h where h.unit_id = n.id and h.delivered_at is null))
  ) then
    raise exception 'an ID that was not handed over cannot be erased' using errcode = '23514', constraint = 'erased_for_good';
  end if;
  return null;
end $function$;

CREATE TRIGGER units_value_erased AFTER UPDATE ON units REFERENCING OLD TABLE AS old_units NEW TABLE AS new_units FOR EACH STATEMENT EXECUTE FUNCTION units_value_erased();
