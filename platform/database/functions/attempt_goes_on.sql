-- An attempt goes on: opening, open, then an end. Any end but paid may still become paid; nothing else goes back.
CREATE OR REPLACE FUNCTION attempt_goes_on()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.state = 'paid' or new.state = 'opening' or (new.state = 'open' and old.state <> 'opening')
    or (new.state <> 'paid' and old.state not in ('opening', 'open'))
  then
    raise exception 'an attempt that is % does not become %', old.state, new.state using errcode = '23514', constraint = 'attempt_goes_on';
  end if;
  return new;
end $function$;

CREATE TRIGGER attempt_goes_on BEFORE UPDATE OF state ON payment_attempts FOR EACH ROW WHEN (old.state <> new.state) EXECUTE FUNCTION attempt_goes_on();
