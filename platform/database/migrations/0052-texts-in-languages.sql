-- The owner's texts in several languages. The columns that were there hold a text in one language, which `language` (of a product) or `text_language` (of the settings)
-- names; `translations` holds the others, such as {"hi": {"name": "…"}}. A missing text is not there, so another language needs no migration. [S11.2]

-- Their bodies are read when they are made: a dump or an index may call them where no name of the shop's schema is looked up.
create function shop_language() returns text language sql stable
  return (select language from shop_settings);
create function is_translations(given jsonb, main text, fields text[]) returns boolean language sql immutable parallel safe
  return jsonb_typeof(given) = 'object' and not given ? main and not exists (
    select from jsonb_each(case jsonb_typeof(given) when 'object' then given else '{}'::jsonb end) as other (language, texts)
    where language !~ '^[a-z]{2}$' or jsonb_typeof(texts) <> 'object' or texts = '{}'::jsonb or exists (
      select from jsonb_each(case jsonb_typeof(texts) when 'object' then texts else '{}'::jsonb end) as its (field, value)
      where field <> all(fields) or jsonb_typeof(value) <> 'string' or value = '""'::jsonb));
create function translations_of(translations jsonb, field text) returns text language sql immutable parallel safe
  return coalesce((select string_agg(' ' || (texts ->> field), '' order by language) from jsonb_each(translations) as other (language, texts)), '');
create function translations_with(translations jsonb, language text, texts jsonb) returns jsonb language sql immutable parallel safe
  return translations || coalesce((select jsonb_build_object(language, jsonb_object_agg(field, value))
    from jsonb_each_text(texts) as its (field, value) where value <> '' having count(*) > 0), '{}'::jsonb);

alter table products
  add column language text not null default shop_language(), add column translations jsonb not null default '{}',
  add constraint products_language_check check (language ~ '^[a-z]{2}$'),
  add constraint products_translations_check check (is_translations(translations, language, array['name', 'description']));
alter table shop_settings
  add column text_language text not null default 'en', add column translations jsonb not null default '{}';
update shop_settings set text_language = language;
alter table shop_settings
  add constraint shop_settings_text_language_check check (text_language ~ '^[a-z]{2}$'),
  add constraint shop_settings_translations_check check (is_translations(translations, text_language, array['name', 'blurb', 'howToPay']));

-- A product is found by its texts in every language.
alter table products drop column searched;
alter table products add column searched text generated always as (searched_text(name || translations_of(translations, 'name') || ' ' ||
  replace(replace(replace(replace(regexp_replace(description || translations_of(translations, 'description'), '<[^>]*>', ' ', 'g'),
    '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'))) stored;
select index_searches();

-- The columns hold the shop's own language as soon as there is a name in it; else they stay as they are.
create function product_in_shop_language() returns trigger language plpgsql as $$
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
end $$;
create trigger product_in_shop_language before insert or update of name, description, language, translations on products
  for each row execute function product_in_shop_language();

create function settings_in_shop_language() returns trigger language plpgsql as $$
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
end $$;
create trigger settings_in_shop_language before update of name, blurb, how_to_pay, language, text_language, translations on shop_settings
  for each row execute function settings_in_shop_language();

create function products_follow_language() returns trigger language plpgsql as $$
begin
  update products set language = language, updated_at = greatest(new.updated_at, updated_at + interval '1 millisecond')
    where language <> new.language and translations -> new.language ? 'name';
  return null;
end $$;
create trigger products_follow_language after update of language on shop_settings
  for each row when (old.language <> new.language) execute function products_follow_language();

-- The names of an order's product in every language, copied when it is placed.
create function names_of(p products) returns jsonb language sql stable
  return jsonb_build_object(p.language, p.name) ||
    coalesce((select jsonb_object_agg(language, texts -> 'name') from jsonb_each(p.translations) as other (language, texts) where texts ? 'name'), '{}'::jsonb);
alter table orders
  add column product_names jsonb,
  add constraint orders_product_names_check
    check (jsonb_typeof(product_names) = 'object' and not jsonb_path_exists(product_names, '$.* ? (@.type() != "string")'));

comment on column products.language is 'The language of its name and description: the shop''s, if there is a name in it.';
comment on column products.translations is 'Its texts in other languages, such as {"hi": {"name": "…"}}. A missing text is left out.';
comment on column shop_settings.text_language is 'The language of name, blurb and how_to_pay: the shop''s, if there is a name in it.';
comment on column shop_settings.translations is 'These texts in other languages, such as {"hi": {"name": "…"}}. A missing text is left out.';
comment on column orders.product_names is 'The product''s names by language when it was placed, for its buyer. Null for orders placed before these were copied.';
comment on function shop_language() is 'The shop''s own language.';
comment on function is_translations(jsonb, text, text[]) is 'Whether a value holds translations of these fields into other languages than the main one.';
comment on function translations_of(jsonb, text) is 'All translations of a field as one text for the search, each after a space.';
comment on function translations_with(jsonb, text, jsonb) is 'Translations with these texts in another language; empty ones are left out.';
comment on function product_in_shop_language() is 'Keeps a product''s columns in the shop''s own language, if there is a name in it; the former texts become a translation.';
comment on function settings_in_shop_language() is 'Does the same for the texts in the settings.';
comment on function products_follow_language() is 'Changes every product that has a name in the shop''s new language.';
comment on function names_of(products) is 'A product''s names by language.';
