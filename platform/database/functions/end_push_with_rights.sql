-- Ends the notifications of an account that is no enabled admin any more.
CREATE OR REPLACE FUNCTION end_push_with_rights()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from push_devices where user_id = new.id;
  return null;
end $function$;

CREATE TRIGGER end_push_with_rights AFTER UPDATE OF role, disabled ON users FOR EACH ROW WHEN (new.role = 'customer'::text OR new.disabled) EXECUTE FUNCTION end_push_with_rights();
