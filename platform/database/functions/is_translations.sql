-- Whether a value holds translations of these fields into other languages than the main one.
CREATE OR REPLACE FUNCTION is_translations(given jsonb, main text, fields text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((jsonb_typeof(given) = 'object'::text) AND (NOT (given ? main)) AND (NOT (EXISTS (SELECT FROM jsonb_each(CASE jsonb_typeof(is_translations.given) WHEN 'object'::text THEN is_translations.given ELSE '{}'::jsonb END) other(language, texts) WHERE ((other.language !~ '^[a-z]{2}$'::text) OR (jsonb_typeof(other.texts) <> 'object'::text) OR (other.texts = '{}'::jsonb) OR (EXISTS (SELECT FROM jsonb_each(CASE jsonb_typeof(other.texts) WHEN 'object'::text THEN other.texts ELSE '{}'::jsonb END) its(field, value) WHERE ((its.field <> ALL (is_translations.fields)) OR (jsonb_typeof(its.value) <> 'string'::text) OR (its.value = '""'::jsonb)))))))));
