-- Keeps the counters of batches: IDs that were withdrawn, restored or moved.
CREATE OR REPLACE FUNCTION batch_units_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update batches b set ids = b.ids + change.ids, withdrawn = b.withdrawn + change.withdrawn
    from (
      select batch_id, sum(ids)::integer as ids, sum(withdrawn)::integer as withdrawn
      from (
        select batch_id, -1 as ids, -(withdrawn is not null)::integer as withdrawn from old_units
        union all
        select batch_id, 1, (withdrawn is not null)::integer from new_units
      ) as both_sides
      where batch_id is not null group by batch_id having sum(ids) <> 0 or sum(withdrawn) <> 0
    ) as change
    where b.id = change.batch_id;
  return null;
end $function$;

CREATE TRIGGER units_of_batch_changed AFTER UPDATE ON units REFERENCING OLD TABLE AS old_units NEW TABLE AS new_units FOR EACH STATEMENT EXECUTE FUNCTION batch_units_changed();
