-- Has the days counted again on which an order was sold and refunded. Those of the last half hour are not counted yet.
CREATE OR REPLACE FUNCTION mark_sales(of_order text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into sales_changes (at)
    select distinct at from (
      select processed_at as at from orders where id = of_order and status = 'approved'
      union all select f.done_at from refunds f join payments p on p.id = f.payment_id where p.order_id = of_order
      union all select issued_at from credit_notes where order_id = of_order
    ) as times where at < now() - interval '30 minutes'
$function$;
