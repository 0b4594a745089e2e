-- Orders, pending or decided, that were placed since order_sums_until, so order_sums and order_texts lack them.
CREATE OR REPLACE FUNCTION open_orders()
 RETURNS SETOF orders
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  since timestamptz := (select until from order_sums_until);
begin
  return query select * from orders where created_at >= since;
end $function$;
