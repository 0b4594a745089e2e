-- Withdraws IDs of recalled imports that would become free.
CREATE OR REPLACE FUNCTION recalled_stay_out()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  leaving record;
begin
  if not exists (select from recalls where undone_at is null) then
    return null;
  end if;
  for leaving in
    select n.product_id, array_agg(n.unit_id order by n.unit_id) as ids
    from new_free n join free_units f on f.product_id = n.product_id and f.unit_id = n.unit_id join units u on u.id = n.unit_id
      join recalls r on r.batch_id = u.batch_id and r.undone_at is null
    group by 1 order by 1
  loop
    delete from free_units where product_id = leaving.product_id and unit_id = any(leaving.ids);
    update product_stock set available = available - cardinality(leaving.ids) where product_id = leaving.product_id;
    update units set withdrawn = 'recalled', withdrawn_at = now() where id = any(leaving.ids);
  end loop;
  return null;
end $function$;

CREATE TRIGGER recalled_stay_out AFTER INSERT ON free_units REFERENCING NEW TABLE AS new_free FOR EACH STATEMENT EXECUTE FUNCTION recalled_stay_out();
