-- Only a pending order changes its status. Money alone reopens a cancelled one: in the transaction that writes its matched payment.
CREATE OR REPLACE FUNCTION order_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.status = 'cancelled' and new.status = 'approved' and new.reopened_at is not null and exists (
    select from payments p where p.order_id = new.id and p.state = 'matched' and p.xmin = pg_current_xact_id()::xid
  ) then
    return new;
  end if;
  raise exception 'a % order is final', old.status using errcode = '23514', constraint = 'order_is_final';
end $function$;

CREATE TRIGGER order_is_final BEFORE UPDATE OF status ON orders FOR EACH ROW WHEN (old.status <> 'pending'::text AND new.status <> old.status) EXECUTE FUNCTION order_is_final();
