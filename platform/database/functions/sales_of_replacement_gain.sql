-- Has the day counted again on which an ID was replaced, if the shop learns of it later.
CREATE OR REPLACE FUNCTION sales_of_replacement_gain()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into sales_changes (at) values (new.replaced_at);
  return null;
end $function$;

CREATE TRIGGER sales_of_replacement_gain AFTER INSERT ON replacements FOR EACH ROW WHEN (new.replaced_at < (now() - '00:30:00'::interval)) EXECUTE FUNCTION sales_of_replacement_gain();
