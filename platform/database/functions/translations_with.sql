-- Translations with these texts in another language; empty ones are left out.
CREATE OR REPLACE FUNCTION translations_with(translations jsonb, language text, texts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (translations || COALESCE((SELECT jsonb_build_object(translations_with.language, jsonb_object_agg(its.field, its.value)) AS jsonb_build_object FROM jsonb_each_text(translations_with.texts) its(field, value) WHERE (its.value <> ''::text) HAVING (count(*) > 0)), '{}'::jsonb));
