-- Writes withdrawn, restored and moved IDs to the ledger. Refuses to withdraw or move an ID that is free or in an order.
CREATE OR REPLACE FUNCTION units_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET enable_nestloop TO 'off'
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  changed record;
begin
  if not exists (
    select from old_units o join new_units n using (id)
    where o.product_id <> n.product_id or o.withdrawn is distinct from n.withdrawn
  ) then
    return null;
  end if;
  for changed in
    select product_id, event, array_agg(fingerprint order by id) as prints, count(*)::integer * imported_by as imported_by, sum(withdrawn_by)::integer as withdrawn_by
    from (
      select o.product_id, 'moved' as event, 1 as turn, o.fingerprint, o.id, -1 as imported_by, -(o.withdrawn is not null)::integer as withdrawn_by
        from old_units o join new_units n using (id) where o.product_id <> n.product_id
      union all
      select n.product_id, 'imported', 2, n.fingerprint, n.id, 1, (n.withdrawn is not null)::integer
        from old_units o join new_units n using (id) where o.product_id <> n.product_id
      union all
      select n.product_id, coalesce(n.withdrawn, case when o.imported_at = n.imported_at then 'restored' else 'imported' end), 3, n.fingerprint, n.id, 0,
          (n.withdrawn is not null)::integer - (o.withdrawn is not null)::integer
        from old_units o join new_units n using (id) where o.product_id = n.product_id and o.withdrawn is distinct from n.withdrawn
    ) as difference
    group by product_id, turn, event, imported_by order by product_id, turn, event
  loop
    perform ledger_write(changed.product_id, changed.event, null, changed.prints, changed.imported_by, 0, 0, changed.withdrawn_by);
  end loop;
  if exists (
    select from old_units o join new_units n using (id)
    where (o.product_id <> n.product_id or n.withdrawn is not null) and (
      exists (select from order_units h where h.unit_id = n.id) or
      exists (select from free_units f where f.product_id = o.product_id and f.unit_id = n.id))
  ) then
    raise exception 'an ID that is free or in an order cannot be withdrawn or moved' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  return null;
end $function$;

CREATE TRIGGER units_changed AFTER UPDATE ON units REFERENCING OLD TABLE AS old_units NEW TABLE AS new_units FOR EACH STATEMENT EXECUTE FUNCTION units_changed();
