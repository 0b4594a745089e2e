-- Sets was_admin for every admin, and never clears it.
CREATE OR REPLACE FUNCTION preserve_was_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.was_admin := new.was_admin or new.role <> 'customer' or (tg_op = 'UPDATE' and old.was_admin);
  return new;
end $function$;

CREATE TRIGGER preserve_was_admin BEFORE INSERT OR UPDATE OF role, was_admin ON users FOR EACH ROW EXECUTE FUNCTION preserve_was_admin();
