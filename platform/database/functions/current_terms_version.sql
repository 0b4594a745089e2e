-- The version of the terms that is published now, or null. The default of orders.terms_version.
CREATE OR REPLACE FUNCTION current_terms_version()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select number from terms_versions where ended_at is null
$function$;
