-- The payment that pays for an order, or paid for it last: one that went back while its order was pending may be followed by another.
CREATE OR REPLACE FUNCTION payment_of_order(of_order text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id from payments where order_id = of_order and state in ('matched', 'refunded') and problem is null
    order by state = 'matched' desc, coalesce(decided_at, received_at) desc, id desc limit 1
$function$;
