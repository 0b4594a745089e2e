-- Writes reserved and delivered IDs to the ledger. Refuses an ID that is still free or is withdrawn.
CREATE OR REPLACE FUNCTION order_units_came()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  came record;
  of_product text;
  chain_end record;
  held_by integer;
  delivered_by integer;
begin
  for came in
    select u.product_id, n.order_id, n.delivered_at is not null as is_delivered, array_agg(u.fingerprint order by n.unit_id) as prints, count(*)::integer as n
    from new_held n join units u on u.id = n.unit_id group by 1, 2, 3 order by 1, 2, 3
  loop
    if came.product_id is distinct from of_product then
      if of_product is not null then
        perform ledger_end(of_product, chain_end.last_seq, chain_end.last_mac, 0, held_by, delivered_by, 0);
      end if;
      of_product := came.product_id;
      held_by := 0;
      delivered_by := 0;
      select * into chain_end from ledger_begin(of_product);
    end if;
    select * into chain_end from ledger_append(of_product, case when came.is_delivered then 'delivered' else 'reserved' end, came.order_id, came.prints,
      chain_end.last_seq, chain_end.last_mac);
    if came.is_delivered then
      delivered_by := delivered_by + came.n;
    else
      held_by := held_by + came.n;
    end if;
  end loop;
  if of_product is not null then
    perform ledger_end(of_product, chain_end.last_seq, chain_end.last_mac, 0, held_by, delivered_by, 0);
  end if;
  if exists (
    select from new_held n join units u on u.id = n.unit_id
    where u.withdrawn is not null or exists (select from free_units f where f.product_id = u.product_id and f.unit_id = n.unit_id)
  ) then
    raise exception 'an ID that is free or withdrawn cannot be in an order' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  return null;
end $function$;

CREATE TRIGGER order_units_came AFTER INSERT ON order_units REFERENCING NEW TABLE AS new_held FOR EACH STATEMENT EXECUTE FUNCTION order_units_came();
