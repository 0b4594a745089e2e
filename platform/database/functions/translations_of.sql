-- All translations of a field as one text for the search, each after a space.
CREATE OR REPLACE FUNCTION translations_of(translations jsonb, field text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((SELECT string_agg((' '::text || (other.texts ->> translations_of.field)), ''::text ORDER BY other.language) AS string_agg FROM jsonb_each(translations_of.translations) other(language, texts)), ''::text);
