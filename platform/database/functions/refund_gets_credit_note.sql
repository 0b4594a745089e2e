-- At commit: gives a refund that is done its credit note.
CREATE OR REPLACE FUNCTION refund_gets_credit_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_importing() then
    return null;
  end if;
  perform give_credit_notes(order_id) from payments where id = new.payment_id;
  return null;
end $function$;

CREATE CONSTRAINT TRIGGER refund_gets_credit_note AFTER INSERT OR UPDATE OF state ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = 'done'::text) EXECUTE FUNCTION refund_gets_credit_note();
