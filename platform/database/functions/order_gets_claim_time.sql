-- Gives an order that is approved the time within which its IDs may be claimed.
CREATE OR REPLACE FUNCTION order_gets_claim_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  hours integer;
begin
  select coalesce(p.claim_hours, s.claim_hours) into hours from products p, shop_settings s where p.id = new.product_id;
  if hours > 0 then new.claim_until := new.processed_at + make_interval(hours => hours); end if;
  return new;
end $function$;

CREATE TRIGGER order_gets_claim_time BEFORE UPDATE OF status ON orders FOR EACH ROW WHEN (new.status = 'approved'::text AND old.status <> 'approved'::text) EXECUTE FUNCTION order_gets_claim_time();
