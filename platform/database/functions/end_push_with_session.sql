-- Ends the notifications of a device whose session is ended before its time.
CREATE OR REPLACE FUNCTION end_push_with_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.expires_at > now() then
    delete from push_devices where session_id = old.id;
  end if;
  return old;
end $function$;

CREATE TRIGGER end_push_with_session BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION end_push_with_session();
