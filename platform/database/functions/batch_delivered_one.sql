-- Keeps the counters of batches: IDs that were delivered without a reservation, and delivered IDs that were replaced.
CREATE OR REPLACE FUNCTION batch_delivered_one()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  held order_units := case tg_op when 'INSERT' then new else old end;
begin
  update batches b set delivered = b.delivered + case tg_op when 'INSERT' then 1 else -1 end
    from units u where u.id = held.unit_id and b.id = u.batch_id;
  return null;
end $function$;

CREATE TRIGGER order_units_of_batch_handed_over AFTER INSERT ON order_units FOR EACH ROW WHEN (new.delivered_at IS NOT NULL) EXECUTE FUNCTION batch_delivered_one();

CREATE TRIGGER order_units_of_batch_replaced AFTER DELETE ON order_units FOR EACH ROW WHEN (old.delivered_at IS NOT NULL) EXECUTE FUNCTION batch_delivered_one();
