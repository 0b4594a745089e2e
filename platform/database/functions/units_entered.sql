-- Writes new IDs to the ledger.
CREATE OR REPLACE FUNCTION units_entered()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  entered record;
begin
  for entered in
    select product_id, array_agg(fingerprint order by id) as prints, count(*)::integer as n, count(withdrawn)::integer as withdrawn
    from new_units group by product_id order by product_id
  loop
    perform ledger_write(entered.product_id, 'imported', null, entered.prints, entered.n, 0, 0, entered.withdrawn);
  end loop;
  return null;
end $function$;

CREATE TRIGGER units_entered AFTER INSERT ON units REFERENCING NEW TABLE AS new_units FOR EACH STATEMENT EXECUTE FUNCTION units_entered();
