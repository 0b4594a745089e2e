-- At commit: a matched payment belongs to a pending or an approved order.
CREATE OR REPLACE FUNCTION matched_order_stands()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  of_order text;
begin
  if tg_table_name = 'orders' then
    of_order := new.id;
  else
    of_order := new.order_id;
  end if;
  if exists (
    select from payments p join orders o on o.id = p.order_id
    where p.order_id = of_order and p.state = 'matched' and o.status not in ('pending', 'approved')
  ) then
    raise exception 'the money of an order that was rejected or cancelled is to be refunded' using errcode = '23514', constraint = 'matched_order_stands';
  end if;
  return null;
end $function$;

CREATE CONSTRAINT TRIGGER order_stands_with_payment AFTER UPDATE OF status ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = ANY (ARRAY['rejected'::text, 'cancelled'::text])) EXECUTE FUNCTION matched_order_stands();

CREATE CONSTRAINT TRIGGER matched_order_stands AFTER INSERT OR UPDATE OF state, order_id ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = 'matched'::text) EXECUTE FUNCTION matched_order_stands();
