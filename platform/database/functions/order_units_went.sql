-- Writes to the ledger that reserved IDs were released, or that a delivered one was replaced.
CREATE OR REPLACE FUNCTION order_units_went()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  went record;
begin
  for went in
    select u.product_id, o.order_id, o.delivered_at is not null as was_delivered, array_agg(u.fingerprint order by o.unit_id) as prints, count(*)::integer as n
    from old_held o join units u on u.id = o.unit_id group by 1, 2, 3 order by 1, 2, 3
  loop
    if went.was_delivered then
      perform ledger_write(went.product_id, 'replaced', went.order_id, went.prints, 0, 0, -went.n, 0);
    else
      perform ledger_write(went.product_id, 'released', went.order_id, went.prints, 0, -went.n, 0, 0);
    end if;
  end loop;
  return null;
end $function$;

CREATE TRIGGER order_units_went AFTER DELETE ON order_units REFERENCING OLD TABLE AS old_held FOR EACH STATEMENT EXECUTE FUNCTION order_units_went();
