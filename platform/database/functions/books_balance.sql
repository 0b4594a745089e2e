-- At commit: available equals free, and imported equals the sum of free, held, delivered and withdrawn.
CREATE OR REPLACE FUNCTION books_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from product_stock s where s.product_id = new.product_id
      and (s.available <> s.free or s.imported <> s.free + s.held + s.delivered + s.withdrawn)
  ) then
    raise exception 'the books of product % do not balance', new.product_id using errcode = '23514', constraint = 'books_balance';
  end if;
  return null;
end $function$;

CREATE CONSTRAINT TRIGGER books_balance AFTER INSERT OR UPDATE ON product_stock DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.available <> new.free OR new.imported <> (new.free + new.held + new.delivered + new.withdrawn)) EXECUTE FUNCTION books_balance();
