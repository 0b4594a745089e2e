-- Orders that are placed together add a row each to the chains of their products, as before; but each product's stock row is read and written once for all of
-- them. What a row says, and how it is bound to the one before it, stays as it was.

-- Locks a product's stock row, as every deed on its stock has done before, and tells where its chain ends.
create function ledger_begin(of_product text, out last_seq bigint, out last_mac bytea) language plpgsql as $$
begin
  select s.ledger_seq, s.ledger_mac into last_seq, last_mac from product_stock s where s.product_id = of_product for update;
  if not found then
    raise exception 'product % has no stock row', of_product using errcode = '23503';
  end if;
  if exists (select from key_check where ledger_check is not null and ledger_check <> ledger_mac('\x03')) then
    raise exception 'the key of this connection is that of an earlier secret' using errcode = '55000';
  end if;
end $$;

-- Adds what happened to IDs of one product, in rows of 2,000 at most, behind the end that it is given, and tells the new one.
create function ledger_append(of_product text, of_event text, of_order text, prints bytea[], inout last_seq bigint, inout last_mac bytea) language plpgsql as $$
declare
  by_admin text := nullif(current_setting('trackside.admin', true), '');
  total integer := cardinality(prints);
  begins integer := 1;
  slice bytea[];
  line text;
begin
  while begins <= total or (begins = 1 and of_event = 'rotated') loop
    slice := prints[begins:begins + 1999];
    begins := begins + 2000;
    last_seq := last_seq + 1;
    line := json_build_array(of_product, last_seq, of_event, of_order, by_admin, (extract(epoch from now()) * 1000000)::bigint, cardinality(slice))::text;
    last_mac := ledger_mac('\x01' || last_mac || convert_to(line, 'UTF8') ||
      coalesce((select string_agg(print, '' order by n) from unnest(slice) with ordinality as p (print, n)), ''));
    insert into ledger (product_id, seq, event, fingerprints, order_id, admin_id, at, mac)
      values (of_product, last_seq, of_event, slice, of_order, by_admin, now(), last_mac);
  end loop;
end $$;

-- Keeps a chain's new end, sealed, and changes the product's books by the differences.
create function ledger_end(
  of_product text, last_seq bigint, last_mac bytea, imported_by integer, held_by integer, delivered_by integer, set_aside_by integer
) returns void language plpgsql as $$
begin
  update product_stock s set
      imported = s.imported + imported_by, held = s.held + held_by, delivered = s.delivered + delivered_by,
      set_aside = s.set_aside + set_aside_by, ledger_seq = last_seq, ledger_mac = last_mac,
      ledger_head = ledger_mac('\x02' || last_mac)
    where s.product_id = of_product;
  if nullif(current_setting('trackside.admin', true), '') is null then
    perform set_config('trackside.unsigned', '1', true);
  end if;
end $$;

create or replace function ledger_write(
  of_product text, of_event text, of_order text, prints bytea[],
  imported_by integer, held_by integer, delivered_by integer, set_aside_by integer
) returns void language plpgsql as $$
declare
  chain_end record;
begin
  select * into chain_end from ledger_begin(of_product);
  select * into chain_end from ledger_append(of_product, of_event, of_order, prints, chain_end.last_seq, chain_end.last_mac);
  perform ledger_end(of_product, chain_end.last_seq, chain_end.last_mac, imported_by, held_by, delivered_by, set_aside_by);
end $$;

create or replace function order_units_came() returns trigger language plpgsql as $$
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
    where u.set_aside is not null or exists (select from free_units f where f.product_id = u.product_id and f.unit_id = n.unit_id)
  ) then
    raise exception 'an ID that is free or set aside cannot be in an order' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  return null;
end $$;
