-- Has days counted again whose orders changed later. It does not run when an order is placed or approved.
CREATE OR REPLACE FUNCTION sales_of_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' and old.status = 'approved' then insert into sales_changes (at) values (old.processed_at); end if;
  if tg_op <> 'DELETE' then perform mark_sales(new.id); end if;
  return null;
end $function$;

CREATE TRIGGER sales_of_order_change AFTER UPDATE ON orders FOR EACH ROW WHEN (('approved'::text = old.status OR 'approved'::text = new.status) AND LEAST(old.processed_at, new.processed_at) < (now() - '00:30:00'::interval) AND (old.status IS DISTINCT FROM new.status OR old.processed_at IS DISTINCT FROM new.processed_at OR old.product_id IS DISTINCT FROM new.product_id OR old.payment_method IS DISTINCT FROM new.payment_method OR old.payable_paise IS DISTINCT FROM new.payable_paise OR old.total_paise IS DISTINCT FROM new.total_paise OR old.approved_by IS DISTINCT FROM new.approved_by)) EXECUTE FUNCTION sales_of_order_change();

CREATE TRIGGER sales_of_order_gain AFTER INSERT ON orders FOR EACH ROW WHEN (new.status = 'approved'::text AND new.processed_at < (now() - '00:30:00'::interval) AND NOT (new.is_from_old_shop AND is_importing())) EXECUTE FUNCTION sales_of_order_change();

CREATE TRIGGER sales_of_order_lose AFTER DELETE ON orders FOR EACH ROW WHEN (old.status = 'approved'::text) EXECUTE FUNCTION sales_of_order_change();
