-- Only a pending order changes its status.
CREATE OR REPLACE FUNCTION order_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a % order is final', old.status using errcode = '23514', constraint = 'order_is_final';
end $function$;

CREATE TRIGGER order_is_final BEFORE UPDATE OF status ON orders FOR EACH ROW WHEN (old.status <> 'pending'::text AND new.status <> old.status) EXECUTE FUNCTION order_is_final();
