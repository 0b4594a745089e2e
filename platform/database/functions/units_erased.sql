-- Writes deleted unit rows to the ledger.
CREATE OR REPLACE FUNCTION units_erased()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  erased record;
begin
  for erased in
    select product_id, array_agg(fingerprint order by id) as prints, count(*)::integer as n, count(withdrawn)::integer as withdrawn
    from old_units group by product_id order by product_id
  loop
    perform ledger_write(erased.product_id, 'erased', null, erased.prints, -erased.n, 0, 0, -erased.withdrawn);
  end loop;
  return null;
end $function$;

CREATE TRIGGER units_erased AFTER DELETE ON units REFERENCING OLD TABLE AS old_units FOR EACH STATEMENT EXECUTE FUNCTION units_erased();
