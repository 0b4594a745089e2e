-- Writes to the ledger that reserved IDs were delivered. Refuses to move an ID to another order or to undo its delivery.
CREATE OR REPLACE FUNCTION order_units_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  delivered record;
begin
  if exists (
    select from old_held o left join new_held n on n.unit_id = o.unit_id and n.order_id = o.order_id
    where n.unit_id is null or (o.delivered_at is not null and n.delivered_at is null)
  ) then
    raise exception 'an ID goes from no order to another, and is not taken back' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  for delivered in
    select u.product_id, n.order_id, array_agg(u.fingerprint order by n.unit_id) as prints, count(*)::integer as n
    from new_held n join old_held o on o.unit_id = n.unit_id join units u on u.id = n.unit_id
    where o.delivered_at is null and n.delivered_at is not null group by 1, 2 order by 1, 2
  loop
    perform ledger_write(delivered.product_id, 'delivered', delivered.order_id, delivered.prints, 0, -delivered.n, delivered.n, 0);
  end loop;
  return null;
end $function$;

CREATE TRIGGER order_units_changed AFTER UPDATE ON order_units REFERENCING OLD TABLE AS old_held NEW TABLE AS new_held FOR EACH STATEMENT EXECUTE FUNCTION order_units_changed();
