-- At which times an order counts as placed and as approved.
CREATE OR REPLACE FUNCTION order_counts_for(o orders)
 RETURNS TABLE(what text, at timestamp with time zone)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'placed', o.created_at union all select 'approved', o.handled_at where o.status = 'approved'
$function$;
