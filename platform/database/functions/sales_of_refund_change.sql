-- Has days counted again whose refunds failed after all, or were done earlier than the shop learned.
CREATE OR REPLACE FUNCTION sales_of_refund_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and old.done_at is not null then insert into sales_changes (at) values (old.done_at); end if;
  perform mark_sales(order_id) from payments where id = new.payment_id and order_id is not null;
  return null;
end $function$;

CREATE TRIGGER sales_of_refund_change AFTER UPDATE OF state, done_at ON refunds FOR EACH ROW WHEN (old.state = 'done'::text OR new.done_at < (now() - '00:30:00'::interval)) EXECUTE FUNCTION sales_of_refund_change();

CREATE TRIGGER sales_of_refund_gain AFTER INSERT ON refunds FOR EACH ROW WHEN (new.done_at < (now() - '00:30:00'::interval)) EXECUTE FUNCTION sales_of_refund_change();
