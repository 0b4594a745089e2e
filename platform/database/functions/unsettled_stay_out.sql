-- Holds back IDs that become free in a restored shop that is not settled. Waits for a settlement that is under way.
CREATE OR REPLACE FUNCTION unsettled_stay_out()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  leaving record;
begin
  perform from restores where freeing_since is null for share;
  if not found then
    return null;
  end if;
  for leaving in
    select n.product_id, array_agg(n.unit_id order by n.unit_id) as ids
    from new_free n join free_units f on f.product_id = n.product_id and f.unit_id = n.unit_id
    group by 1 order by 1
  loop
    delete from free_units where product_id = leaving.product_id and unit_id = any(leaving.ids);
    update product_stock set available = available - cardinality(leaving.ids) where product_id = leaving.product_id;
    update units set withdrawn = 'held back', withdrawn_at = now() where id = any(leaving.ids);
  end loop;
  return null;
end $function$;

CREATE TRIGGER unsettled_stay_out AFTER INSERT ON free_units REFERENCING NEW TABLE AS new_free FOR EACH STATEMENT EXECUTE FUNCTION unsettled_stay_out();
