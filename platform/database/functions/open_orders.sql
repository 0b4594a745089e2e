-- Orders that are newer than order_sums_until.
CREATE OR REPLACE FUNCTION open_orders()
 RETURNS SETOF orders
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  since timestamptz := (select until from order_sums_until);
begin
  return query select * from orders where created_at >= since;
end $function$;
