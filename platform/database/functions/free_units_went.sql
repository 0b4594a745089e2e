-- Counts IDs that stop being free.
CREATE OR REPLACE FUNCTION free_units_went()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update product_stock s set free = s.free - went.n
    from (select product_id, count(*)::integer as n from old_free group by product_id) as went where s.product_id = went.product_id;
  return null;
end $function$;

CREATE TRIGGER free_units_went AFTER DELETE ON free_units REFERENCING OLD TABLE AS old_free FOR EACH STATEMENT EXECUTE FUNCTION free_units_went();
