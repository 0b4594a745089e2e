-- At commit: a payment is refunded if and only if the refunds that are done add up to it.
CREATE OR REPLACE FUNCTION refunds_add_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  of_payment text;
begin
  if tg_table_name = 'payments' then
    of_payment := new.id;
  else
    of_payment := new.payment_id;
  end if;
  if exists (
    select from payments p where p.id = of_payment
      and (p.state = 'refunded') <> (p.paise = (select coalesce(sum(r.paise), 0) from refunds r where r.payment_id = p.id and r.state = 'done'))
  ) then
    raise exception 'the refunds of payment % do not add up to its state', of_payment using errcode = '23514', constraint = 'refunds_add_up';
  end if;
  return null;
end $function$;

CREATE CONSTRAINT TRIGGER refunds_add_up AFTER INSERT OR UPDATE OF state ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refunds_add_up();

CREATE CONSTRAINT TRIGGER refunds_of_payment_add_up AFTER INSERT OR UPDATE OF state ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refunds_add_up();
