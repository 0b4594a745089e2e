-- Has the days counted again on which an import's IDs were delivered or replaced, because their cost changed.
CREATE OR REPLACE FUNCTION sales_of_batch_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into sales_changes (at)
    select distinct date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00') from (
      select h.delivered_at as at from units u join order_units h on h.unit_id = u.id where u.batch_id = new.id
      union all
      select unnest(array[r.replaced_at, came.replaced_at, o.processed_at]) from units u join replacements r on r.faulty_unit_id = u.id
        join orders o on o.id = r.order_id left join replacements came on came.unit_id = u.id where u.batch_id = new.id
      union all
      select c.decided_at from units u join claims c on c.unit_id = u.id and c.state in ('refunding', 'refunded') where u.batch_id = new.id
    ) as times where at < now() - interval '30 minutes';
  return null;
end $function$;

CREATE TRIGGER sales_of_batch_change AFTER UPDATE OF cost_paise ON batches FOR EACH ROW WHEN (old.cost_paise IS DISTINCT FROM new.cost_paise) EXECUTE FUNCTION sales_of_batch_change();
