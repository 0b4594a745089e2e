-- Records how many IDs came in, if somebody waits for their product and they are not held back.
CREATE OR REPLACE FUNCTION record_stock_arrival()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into stock_arrivals (product_id, ids)
    select came.product_id, came.n from (select product_id, count(*)::integer as n from new_free group by product_id) as came
    where exists (select from waitlist w where w.product_id = came.product_id and w.confirmed_at is not null and w.notified_at is null)
      and not exists (select from restores where freeing_since is null);
  return null;
end $function$;

CREATE TRIGGER record_stock_arrival AFTER INSERT ON free_units REFERENCING NEW TABLE AS new_free FOR EACH STATEMENT EXECUTE FUNCTION record_stock_arrival();
