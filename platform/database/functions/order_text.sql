-- Both together.
CREATE OR REPLACE FUNCTION order_text(o orders)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select lower(o.id || chr(10) || o.request_code || chr(10)) || searched_text(o.product_name)
$function$;
