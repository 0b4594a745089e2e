-- Keeps the texts of the settings in the shop's own language, if there is a name in it; the others become a translation.
CREATE OR REPLACE FUNCTION settings_in_shop_language()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  texts jsonb := new.translations -> new.language;
begin
  if new.text_language <> new.language and texts ? 'name' then
    new.translations := translations_with(new.translations - new.language, new.text_language,
      jsonb_build_object('name', new.name, 'blurb', new.blurb, 'howToPay', new.how_to_pay));
    new.name := texts ->> 'name';
    new.blurb := coalesce(texts ->> 'blurb', '');
    new.how_to_pay := coalesce(texts ->> 'howToPay', '');
    new.text_language := new.language;
  end if;
  return new;
end $function$;

CREATE TRIGGER settings_in_shop_language BEFORE UPDATE OF name, blurb, how_to_pay, language, text_language, translations ON shop_settings FOR EACH ROW EXECUTE FUNCTION settings_in_shop_language();
