-- An ID that was handed over is never for sale again. Until now an order's row could be deleted and the ID put back into the stock in its place.

-- A delivered ID leaves its order as faulty only, or with its row. Looked at when the transaction ends: a replacement takes the ID out first.
create function delivered_for_good() returns trigger language plpgsql as $$
begin
  if exists (select from units u where u.id = old.unit_id and u.set_aside is distinct from 'faulty')
    and not exists (select from order_units h where h.unit_id = old.unit_id and h.order_id = old.order_id and h.delivered_at is not null)
  then
    raise exception 'an ID that was delivered does not come back' using errcode = '23514', constraint = 'delivered_for_good';
  end if;
  return null;
end $$;
create constraint trigger delivered_for_good after delete on order_units deferrable initially deferred for each row
  when (old.delivered_at is not null) execute function delivered_for_good();

-- Where the row is gone the ledger knows the ID: what it says was delivered and then erased is not for sale, in whichever row it is entered anew.
create or replace function free_units_came() returns trigger language plpgsql as $$
begin
  update product_stock s set free = s.free + came.n
    from (select product_id, count(*)::integer as n from new_free group by product_id) as came where s.product_id = came.product_id;
  if exists (
    select from new_free n join units u on u.id = n.unit_id
    where u.product_id <> n.product_id or u.set_aside is not null or exists (select from order_units h where h.unit_id = n.unit_id)
  ) then
    raise exception 'an ID of another product, one in an order or one set aside cannot be free' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  if exists (
    select from erased_among((select array_agg(u.fingerprint) from new_free n join units u on u.id = n.unit_id)) as erased
    where exists (select from ledger l where l.product_id = erased.product_id and l.event = 'delivered' and erased.print = any(l.fingerprints))
  ) then
    raise exception 'an ID that was delivered does not come back' using errcode = '23514', constraint = 'delivered_for_good';
  end if;
  return null;
end $$;

-- A faulty ID stays one, in its product; so does one of which only the fingerprint is left. Neither is deleted: its row is how it is known again.
create function gone_for_good() returns trigger language plpgsql as $$
begin
  raise exception 'an ID that is faulty or erased does not come back' using errcode = '23514', constraint = 'gone_for_good';
end $$;
create trigger units_faulty_for_good before update of set_aside, product_id on units for each row
  when (old.set_aside = 'faulty' and (new.set_aside is distinct from 'faulty' or new.product_id <> old.product_id))
  execute function gone_for_good();
create trigger units_gone_are_kept before delete on units for each row
  when (old.set_aside = 'faulty' or old.erased_at is not null) execute function gone_for_good();

-- An ID keeps its number and its fingerprint. Only who owns the database gives others, with this rule off, as when the secret is changed.
create function id_stays_itself() returns trigger language plpgsql as $$
begin
  raise exception 'an ID keeps its number and its fingerprint' using errcode = '23514', constraint = 'id_stays_itself';
end $$;
create trigger units_stay_themselves before update of id, fingerprint on units for each row
  when (old.id <> new.id or old.fingerprint <> new.fingerprint) execute function id_stays_itself();

-- What the ledger and the books stand on is not emptied either.
create trigger product_stock_is_not_emptied before truncate on product_stock for each statement execute function never_emptied();
create trigger replacements_are_not_emptied before truncate on replacements for each statement execute function never_emptied();
create trigger orders_are_not_emptied before truncate on orders for each statement execute function never_emptied();
create trigger earlier_keys_are_not_emptied before truncate on earlier_keys for each statement execute function never_emptied();
