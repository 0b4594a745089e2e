-- A faulty or erased ID is never sold again.
CREATE OR REPLACE FUNCTION gone_for_good()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'an ID that is faulty or erased does not come back' using errcode = '23514', constraint = 'gone_for_good';
end $function$;

CREATE TRIGGER units_faulty_for_good BEFORE UPDATE OF withdrawn, product_id ON units FOR EACH ROW WHEN (old.withdrawn = 'faulty'::text AND (new.withdrawn IS DISTINCT FROM 'faulty'::text OR new.product_id <> old.product_id)) EXECUTE FUNCTION gone_for_good();

CREATE TRIGGER units_gone_stay BEFORE DELETE ON units FOR EACH ROW WHEN (old.withdrawn = 'faulty'::text OR old.erased_at IS NOT NULL) EXECUTE FUNCTION gone_for_good();
