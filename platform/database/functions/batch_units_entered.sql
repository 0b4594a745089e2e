-- Keeps the counters of batches: IDs that came in.
CREATE OR REPLACE FUNCTION batch_units_entered()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update batches b set ids = b.ids + came.n, withdrawn = b.withdrawn + came.withdrawn
    from (select batch_id, count(*)::integer as n, count(withdrawn)::integer as withdrawn from new_units where batch_id is not null group by batch_id) as came
    where b.id = came.batch_id;
  return null;
end $function$;

CREATE TRIGGER units_of_batch_entered AFTER INSERT ON units REFERENCING NEW TABLE AS new_units FOR EACH STATEMENT EXECUTE FUNCTION batch_units_entered();
