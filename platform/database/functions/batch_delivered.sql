-- Keeps the counters of batches: reserved IDs that were delivered.
CREATE OR REPLACE FUNCTION batch_delivered()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update batches b set delivered = b.delivered + given.n
    from (
      select u.batch_id, count(*)::integer as n from new_held n join old_held o on o.unit_id = n.unit_id join units u on u.id = n.unit_id
      where o.delivered_at is null and n.delivered_at is not null and u.batch_id is not null group by u.batch_id
    ) as given
    where b.id = given.batch_id;
  return null;
end $function$;

CREATE TRIGGER order_units_of_batch_delivered AFTER UPDATE ON order_units REFERENCING OLD TABLE AS old_held NEW TABLE AS new_held FOR EACH STATEMENT EXECUTE FUNCTION batch_delivered();
