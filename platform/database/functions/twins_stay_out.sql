-- An ID that an earlier version stored twice is not sold twice: a duplicate is withdrawn when it would become free.
CREATE OR REPLACE FUNCTION twins_stay_out()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  leaving record;
begin
  if not exists (select from units where twin_of is not null) then
    return null;
  end if;
  for leaving in
    select n.product_id, array_agg(n.unit_id order by n.unit_id) as ids
    from new_free n join units u on u.id = n.unit_id
    where u.twin_of is not null or exists (select from units t join order_units h on h.unit_id = t.id where t.twin_of = u.id)
    group by 1 order by 1
  loop
    delete from free_units where product_id = leaving.product_id and unit_id = any(leaving.ids);
    update product_stock set available = available - cardinality(leaving.ids) where product_id = leaving.product_id;
    update units set withdrawn = 'faulty', withdrawn_at = now() where id = any(leaving.ids);
  end loop;
  return null;
end $function$;

CREATE TRIGGER twins_stay_out AFTER INSERT ON free_units REFERENCING NEW TABLE AS new_free FOR EACH STATEMENT EXECUTE FUNCTION twins_stay_out();
