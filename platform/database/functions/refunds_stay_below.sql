-- Refunds never exceed their payment. The payment's row is locked, so two at once count each other.
CREATE OR REPLACE FUNCTION refunds_stay_below()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  came bigint;
  back bigint;
begin
  select paise into came from payments where id = new.payment_id for update;
  select coalesce(sum(paise), 0) into back from refunds where payment_id = new.payment_id and state <> 'failed' and id <> new.id;
  if new.state <> 'failed' and back + new.paise > came then
    raise exception 'refunds of % and % paise exceed the payment of %', back, new.paise, came using errcode = '23514', constraint = 'refunds_stay_below';
  end if;
  return new;
end $function$;

CREATE TRIGGER refunds_stay_below BEFORE INSERT OR UPDATE OF state, paise ON refunds FOR EACH ROW EXECUTE FUNCTION refunds_stay_below();
