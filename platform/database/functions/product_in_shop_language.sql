-- Keeps a product's columns in the shop's own language, if there is a name in it; the other texts become a translation.
CREATE OR REPLACE FUNCTION product_in_shop_language()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  main text := shop_language();
  texts jsonb := new.translations -> main;
begin
  if new.language <> main and texts ? 'name' then
    new.translations := translations_with(new.translations - main, new.language, jsonb_build_object('name', new.name, 'description', new.description));
    new.name := texts ->> 'name';
    new.description := coalesce(texts ->> 'description', '');
    new.language := main;
  end if;
  return new;
end $function$;

CREATE TRIGGER product_in_shop_language BEFORE INSERT OR UPDATE OF name, description, language, translations ON products FOR EACH ROW EXECUTE FUNCTION product_in_shop_language();
