-- Counts IDs that become free.
-- Refuses an ID of another product, one that is in an order, one that is withdrawn and one that was delivered and erased.
CREATE OR REPLACE FUNCTION free_units_came()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update product_stock s set free = s.free + came.n
    from (select product_id, count(*)::integer as n from new_free group by product_id) as came where s.product_id = came.product_id;
  if exists (
    select from new_free n join units u on u.id = n.unit_id
    where u.product_id <> n.product_id or u.withdrawn is not null or exists (select from order_units h where h.unit_id = n.unit_id)
  ) then
    raise exception 'an ID of another product, one in an order or one that is withdrawn cannot be free' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  if exists (
    select from erased_among((select array_agg(u.fingerprint) from new_free n join units u on u.id = n.unit_id)) as erased
    where exists (select from ledger l where l.product_id = erased.product_id and l.event = 'delivered' and erased.print = any(l.fingerprints))
  ) then
    raise exception 'an ID that was delivered does not come back' using errcode = '23514', constraint = 'delivered_for_good';
  end if;
  return null;
end $function$;

CREATE TRIGGER free_units_came AFTER INSERT ON free_units REFERENCING NEW TABLE AS new_free FOR EACH STATEMENT EXECUTE FUNCTION free_units_came();
