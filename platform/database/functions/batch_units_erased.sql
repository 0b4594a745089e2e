-- Keeps the counters of batches: unit rows that were deleted.
CREATE OR REPLACE FUNCTION batch_units_erased()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update batches b set ids = b.ids - went.n, withdrawn = b.withdrawn - went.withdrawn
    from (select batch_id, count(*)::integer as n, count(withdrawn)::integer as withdrawn from old_units where batch_id is not null group by batch_id) as went
    where b.id = went.batch_id;
  return null;
end $function$;

CREATE TRIGGER units_of_batch_erased AFTER DELETE ON units REFERENCING OLD TABLE AS old_units FOR EACH STATEMENT EXECUTE FUNCTION batch_units_erased();
