-- The form in which a search compares texts: canonical, in lower case.
CREATE OR REPLACE FUNCTION searched_text(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(CASE WHEN (given ~ '^[ -~]*$'::text) THEN given ELSE canonical_text(given) END);
