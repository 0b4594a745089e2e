-- The IDs of a UPI order are held for 30 minutes. Its buyer prolongs that with a UTR.
CREATE OR REPLACE FUNCTION begin_upi_hold()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.hold_until := new.created_at + interval '30 minutes';
  return new;
end $function$;

CREATE TRIGGER begin_upi_hold BEFORE INSERT ON orders FOR EACH ROW WHEN (new.payment_method = 'upi'::text AND new.status = 'pending'::text AND new.hold_until IS NULL) EXECUTE FUNCTION begin_upi_hold();
