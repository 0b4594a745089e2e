-- Takes the rights of an account that is no helper any more.
CREATE OR REPLACE FUNCTION rights_of_helpers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.role <> 'helper' then
    new.rights := '{}';
  end if;
  return new;
end $function$;

CREATE TRIGGER rights_of_helpers BEFORE UPDATE OF role ON users FOR EACH ROW EXECUTE FUNCTION rights_of_helpers();
