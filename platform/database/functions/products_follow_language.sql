-- Changes every product that has a name in the shop's new language.
CREATE OR REPLACE FUNCTION products_follow_language()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update products set language = language, updated_at = greatest(new.updated_at, updated_at + interval '1 millisecond')
    where language <> new.language and translations -> new.language ? 'name';
  return null;
end $function$;

CREATE TRIGGER products_follow_language AFTER UPDATE OF language ON shop_settings FOR EACH ROW WHEN (old.language <> new.language) EXECUTE FUNCTION products_follow_language();
