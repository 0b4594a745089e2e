-- At commit: gives what went back of a payment before it was matched its credit notes.
CREATE OR REPLACE FUNCTION matched_gets_credit_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_importing() then
    return null;
  end if;
  perform give_credit_notes(new.order_id);
  return null;
end $function$;

CREATE CONSTRAINT TRIGGER matched_gets_credit_notes AFTER UPDATE OF problem, order_id ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.problem IS NULL AND new.order_id IS NOT NULL) EXECUTE FUNCTION matched_gets_credit_notes();
