-- The product's name as a search looks at it.
CREATE OR REPLACE FUNCTION order_name(o orders)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select searched_text(o.product_name)
$function$;
