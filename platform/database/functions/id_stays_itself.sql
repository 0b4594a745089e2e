-- A unit keeps its number and, outside an upgrade or a change of the secret, its fingerprint.
CREATE OR REPLACE FUNCTION id_stays_itself()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'an ID keeps its number and its fingerprint' using errcode = '23514', constraint = 'id_stays_itself';
end $function$;

CREATE TRIGGER units_stay_themselves BEFORE UPDATE OF id, fingerprint ON units FOR EACH ROW WHEN (old.id <> new.id OR old.fingerprint <> new.fingerprint) EXECUTE FUNCTION id_stays_itself();
