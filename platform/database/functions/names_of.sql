-- A product's names by language.
CREATE OR REPLACE FUNCTION names_of(p products)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN (jsonb_build_object((p).language, (p).name) || COALESCE((SELECT jsonb_object_agg(other.language, (other.texts -> 'name'::text)) AS jsonb_object_agg FROM jsonb_each((names_of.p).translations) other(language, texts) WHERE (other.texts ? 'name'::text)), '{}'::jsonb));
