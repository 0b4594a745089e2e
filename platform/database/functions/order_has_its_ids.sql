-- At commit: a pending order holds exactly the IDs it ordered, an approved one has been given them, any other holds none.
-- An imported order may have fewer or more: short_by is how many it lacks.
CREATE OR REPLACE FUNCTION order_has_its_ids()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  which text;
  standing record;
begin
  if tg_table_name = 'orders' then
    which := new.id;
  else
    which := new.order_id;
  end if;
  select o.status, o.quantity - coalesce(o.short_by, 0) as due, count(h.unit_id) as units, count(h.delivered_at) as given,
      count(*) filter (where u.product_id <> o.product_id) as foreigners
    into standing
    from orders o left join order_units h on h.order_id = o.id left join units u on u.id = h.unit_id
    where o.id = which group by o.id;
  if found and not (standing.foreigners = 0 and case standing.status
    when 'pending' then standing.units = standing.due and standing.given = 0
    when 'approved' then standing.units = standing.due and standing.given = standing.due
    else standing.units = 0
  end) then
    raise exception 'a % order of % IDs may not hold % and have been given %', standing.status, standing.due, standing.units - standing.given, standing.given
      using errcode = '23514', constraint = 'order_has_its_ids';
  end if;
  return null;
end $function$;

CREATE CONSTRAINT TRIGGER order_of_row_has_its_ids AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.order_id IS NOT NULL) EXECUTE FUNCTION order_has_its_ids();

CREATE CONSTRAINT TRIGGER order_has_its_ids AFTER INSERT OR UPDATE OF status, quantity, product_id, short_by ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION order_has_its_ids();
