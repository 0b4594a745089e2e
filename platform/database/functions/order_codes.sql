-- What a search finds an order by, beside its product's name.
CREATE OR REPLACE FUNCTION order_codes(o orders)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select lower(o.id || chr(10) || o.request_code)
$function$;
