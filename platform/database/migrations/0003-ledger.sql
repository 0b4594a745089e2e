-- What became of every ID, in the order in which it happened, one chain for each product: rows are only ever added. An ID stands here by its
-- fingerprint. `mac` is keyed with a secret that the database never keeps, and binds each row to the one before it.
create table ledger (
  product_id text not null,
  seq bigint not null,
  event text not null check (event in
    ('imported', 'reserved', 'released', 'delivered', 'replaced', 'faulty', 'removed', 'restored', 'moved', 'erased')),
  fingerprints bytea[] not null,
  order_id text,
  admin_id text,
  at timestamptz not null,
  mac bytea not null,
  primary key (product_id, seq)
);

-- Beside the counter that the deeds keep, the books that the database keeps itself, and the head of the product's chain.
alter table product_stock
  add column imported integer not null default 0 check (imported >= 0),
  add column free integer not null default 0 check (free >= 0),
  add column held integer not null default 0 check (held >= 0),
  add column delivered integer not null default 0 check (delivered >= 0),
  add column set_aside integer not null default 0 check (set_aside >= 0),
  add column ledger_seq bigint not null default 0,
  add column ledger_mac bytea not null default '',
  add column ledger_head bytea not null default '';

alter table units add check (octet_length(fingerprint) = 32);
alter table orders
  add check (payment_verified is null or payment_method = 'amazon'),
  add check (proof_resent_at is null or payment_method = 'amazon');
create unique index order_units_by_position on order_units (order_id, position);
drop index order_units_of_order;

-- HMAC-SHA-256 with the key that the connection was opened with: both of its padded forms, in hexadecimal.
create function ledger_mac(message bytea) returns bytea language plpgsql as $$
declare
  pads text := current_setting('trackside.ledger_key', true);
begin
  if pads is null or length(pads) <> 256 then
    raise exception 'this connection has no key to the ledger, so it may not change the stock' using errcode = '55000';
  end if;
  return sha256(decode(substr(pads, 129), 'hex') || sha256(decode(substr(pads, 1, 128), 'hex') || message));
end $$;

-- Writes what happened to IDs of one product, in rows of 2,000 at most, and changes its books by the differences. Locks the product's stock row, as
-- every deed on its stock has done before. The head seals the end: without the key nobody can work it out for a chain that was cut off.
create function ledger_write(
  of_product text, of_event text, of_order text, prints bytea[],
  imported_by integer, held_by integer, delivered_by integer, set_aside_by integer
) returns void language plpgsql as $$
declare
  by_admin text := nullif(current_setting('trackside.admin', true), '');
  total integer := cardinality(prints);
  begins integer := 1;
  slice bytea[];
  line text;
  last_seq bigint;
  last_mac bytea;
begin
  select s.ledger_seq, s.ledger_mac into last_seq, last_mac from product_stock s where s.product_id = of_product for update;
  if not found then
    raise exception 'product % has no stock row', of_product using errcode = '23503';
  end if;
  while begins <= total loop
    slice := prints[begins:begins + 1999];
    begins := begins + 2000;
    last_seq := last_seq + 1;
    line := json_build_array(of_product, last_seq, of_event, of_order, by_admin, (extract(epoch from now()) * 1000000)::bigint, cardinality(slice))::text;
    last_mac := ledger_mac('\x01' || last_mac || convert_to(line, 'UTF8') ||
      (select string_agg(print, '' order by n) from unnest(slice) with ordinality as p (print, n)));
    insert into ledger (product_id, seq, event, fingerprints, order_id, admin_id, at, mac)
      values (of_product, last_seq, of_event, slice, of_order, by_admin, now(), last_mac);
  end loop;
  update product_stock s set
      imported = s.imported + imported_by, held = s.held + held_by, delivered = s.delivered + delivered_by,
      set_aside = s.set_aside + set_aside_by, ledger_seq = last_seq, ledger_mac = last_mac,
      ledger_head = ledger_mac('\x02' || last_mac)
    where s.product_id = of_product;
  if by_admin is null then
    perform set_config('trackside.unsigned', '1', true);
  end if;
end $$;

-- A shop that ran before begins each chain with the state that is there.
update product_stock s set
  imported = (select count(*) from units u where u.product_id = s.product_id),
  free = (select count(*) from free_units f where f.product_id = s.product_id),
  held = (select count(*) from units u join order_units h on h.unit_id = u.id where u.product_id = s.product_id and h.delivered_at is null),
  delivered = (select count(*) from units u join order_units h on h.unit_id = u.id where u.product_id = s.product_id and h.delivered_at is not null),
  set_aside = (select count(*) from units u where u.product_id = s.product_id and u.set_aside is not null);
do $$
declare
  found_there record;
begin
  for found_there in
    select product_id, 'imported' as event, 1 as turn, null as order_id, array_agg(fingerprint order by id) as prints
      from units group by product_id
    union all
    select u.product_id, case when h.delivered_at is null then 'reserved' else 'delivered' end, 2, h.order_id, array_agg(u.fingerprint order by u.id)
      from order_units h join units u on u.id = h.unit_id group by 1, 2, 4
    union all
    select product_id, set_aside, 3, null, array_agg(fingerprint order by id)
      from units where set_aside is not null group by 1, 2
    order by product_id, turn, event, order_id
  loop
    perform ledger_write(found_there.product_id, found_there.event, found_there.order_id, found_there.prints, 0, 0, 0, 0);
  end loop;
end $$;

create function never_rewritten() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = '55000';
end $$;
create trigger ledger_is_kept before update or delete on ledger for each statement execute function never_rewritten();
create trigger ledger_is_not_emptied before truncate on ledger for each statement execute function never_rewritten();

create function never_emptied() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be emptied or changed in this way: what becomes of an ID has to be told', tg_table_name using errcode = '55000';
end $$;
create trigger units_are_not_emptied before truncate on units for each statement execute function never_emptied();
create trigger order_units_are_not_emptied before truncate on order_units for each statement execute function never_emptied();
create trigger free_units_are_not_emptied before truncate or update on free_units for each statement execute function never_emptied();

-- An ID is in one place: free, in an order, or set aside. Each side looks at the others once the product's stock row is locked.
create function units_entered() returns trigger language plpgsql as $$
declare
  entered record;
begin
  for entered in
    select product_id, array_agg(fingerprint order by id) as prints, count(*)::integer as n, count(set_aside)::integer as aside
    from new_units group by product_id order by product_id
  loop
    perform ledger_write(entered.product_id, 'imported', null, entered.prints, entered.n, 0, 0, entered.aside);
  end loop;
  return null;
end $$;
create trigger units_entered after insert on units referencing new table as new_units for each statement execute function units_entered();

create function units_changed() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if not exists (
    select from old_units o join new_units n using (id)
    where o.product_id <> n.product_id or o.set_aside is distinct from n.set_aside
  ) then
    return null;
  end if;
  for changed in
    select product_id, event, array_agg(fingerprint order by id) as prints, count(*)::integer * imported_by as imported_by, sum(aside_by)::integer as aside_by
    from (
      select o.product_id, 'moved' as event, 1 as turn, o.fingerprint, o.id, -1 as imported_by, -(o.set_aside is not null)::integer as aside_by
        from old_units o join new_units n using (id) where o.product_id <> n.product_id
      union all
      select n.product_id, 'imported', 2, n.fingerprint, n.id, 1, (n.set_aside is not null)::integer
        from old_units o join new_units n using (id) where o.product_id <> n.product_id
      union all
      select n.product_id, coalesce(n.set_aside, case when o.imported_at = n.imported_at then 'restored' else 'imported' end), 3, n.fingerprint, n.id, 0,
          (n.set_aside is not null)::integer - (o.set_aside is not null)::integer
        from old_units o join new_units n using (id) where o.product_id = n.product_id and o.set_aside is distinct from n.set_aside
    ) as difference
    group by product_id, turn, event, imported_by order by product_id, turn, event
  loop
    perform ledger_write(changed.product_id, changed.event, null, changed.prints, changed.imported_by, 0, 0, changed.aside_by);
  end loop;
  if exists (
    select from old_units o join new_units n using (id)
    where (o.product_id <> n.product_id or n.set_aside is not null) and (
      exists (select from order_units h where h.unit_id = n.id) or
      exists (select from free_units f where f.product_id = o.product_id and f.unit_id = n.id))
  ) then
    raise exception 'an ID that is free or in an order cannot be set aside or moved' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  return null;
end $$;
create trigger units_changed after update on units referencing old table as old_units new table as new_units
  for each statement execute function units_changed();

create function units_erased() returns trigger language plpgsql as $$
declare
  erased record;
begin
  for erased in
    select product_id, array_agg(fingerprint order by id) as prints, count(*)::integer as n, count(set_aside)::integer as aside
    from old_units group by product_id order by product_id
  loop
    perform ledger_write(erased.product_id, 'erased', null, erased.prints, -erased.n, 0, 0, -erased.aside);
  end loop;
  return null;
end $$;
create trigger units_erased after delete on units referencing old table as old_units for each statement execute function units_erased();

create function free_units_came() returns trigger language plpgsql as $$
begin
  update product_stock s set free = s.free + came.n
    from (select product_id, count(*)::integer as n from new_free group by product_id) as came where s.product_id = came.product_id;
  if exists (
    select from new_free n join units u on u.id = n.unit_id
    where u.product_id <> n.product_id or u.set_aside is not null or exists (select from order_units h where h.unit_id = n.unit_id)
  ) then
    raise exception 'an ID of another product, one in an order or one set aside cannot be free' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  return null;
end $$;
create trigger free_units_came after insert on free_units referencing new table as new_free for each statement execute function free_units_came();

create function free_units_went() returns trigger language plpgsql as $$
begin
  update product_stock s set free = s.free - went.n
    from (select product_id, count(*)::integer as n from old_free group by product_id) as went where s.product_id = went.product_id;
  return null;
end $$;
create trigger free_units_went after delete on free_units referencing old table as old_free for each statement execute function free_units_went();

create function order_units_came() returns trigger language plpgsql as $$
declare
  came record;
begin
  for came in
    select u.product_id, n.order_id, n.delivered_at is not null as is_delivered, array_agg(u.fingerprint order by n.unit_id) as prints, count(*)::integer as n
    from new_held n join units u on u.id = n.unit_id group by 1, 2, 3 order by 1, 2, 3
  loop
    if came.is_delivered then
      perform ledger_write(came.product_id, 'delivered', came.order_id, came.prints, 0, 0, came.n, 0);
    else
      perform ledger_write(came.product_id, 'reserved', came.order_id, came.prints, 0, came.n, 0, 0);
    end if;
  end loop;
  if exists (
    select from new_held n join units u on u.id = n.unit_id
    where u.set_aside is not null or exists (select from free_units f where f.product_id = u.product_id and f.unit_id = n.unit_id)
  ) then
    raise exception 'an ID that is free or set aside cannot be in an order' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  return null;
end $$;
create trigger order_units_came after insert on order_units referencing new table as new_held for each statement execute function order_units_came();

create function order_units_changed() returns trigger language plpgsql as $$
declare
  delivered record;
begin
  if exists (
    select from old_held o left join new_held n on n.unit_id = o.unit_id and n.order_id = o.order_id
    where n.unit_id is null or (o.delivered_at is not null and n.delivered_at is null)
  ) then
    raise exception 'an ID goes from no order to another, and is not taken back' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  for delivered in
    select u.product_id, n.order_id, array_agg(u.fingerprint order by n.unit_id) as prints, count(*)::integer as n
    from new_held n join old_held o on o.unit_id = n.unit_id join units u on u.id = n.unit_id
    where o.delivered_at is null and n.delivered_at is not null group by 1, 2 order by 1, 2
  loop
    perform ledger_write(delivered.product_id, 'delivered', delivered.order_id, delivered.prints, 0, -delivered.n, delivered.n, 0);
  end loop;
  return null;
end $$;
create trigger order_units_changed after update on order_units referencing old table as old_held new table as new_held
  for each statement execute function order_units_changed();

create function order_units_went() returns trigger language plpgsql as $$
declare
  went record;
begin
  for went in
    select u.product_id, o.order_id, o.delivered_at is not null as was_delivered, array_agg(u.fingerprint order by o.unit_id) as prints, count(*)::integer as n
    from old_held o join units u on u.id = o.unit_id group by 1, 2, 3 order by 1, 2, 3
  loop
    if went.was_delivered then
      perform ledger_write(went.product_id, 'replaced', went.order_id, went.prints, 0, 0, -went.n, 0);
    else
      perform ledger_write(went.product_id, 'released', went.order_id, went.prints, 0, -went.n, 0, 0);
    end if;
  end loop;
  return null;
end $$;
create trigger order_units_went after delete on order_units referencing old table as old_held for each statement execute function order_units_went();

-- What has to be true when a transaction ends. Each looks at the row as it is by then.
create function books_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from product_stock s where s.product_id = new.product_id
      and (s.available <> s.free or s.imported <> s.free + s.held + s.delivered + s.set_aside)
  ) then
    raise exception 'the books of product % do not balance', new.product_id using errcode = '23514', constraint = 'books_balance';
  end if;
  return null;
end $$;
create constraint trigger books_balance after insert or update on product_stock deferrable initially deferred for each row
  when (new.available <> new.free or new.imported <> new.free + new.held + new.delivered + new.set_aside)
  execute function books_balance();

-- A pending order holds exactly as many IDs as were ordered, of its product; an approved one was given as many; the others have none.
create function order_has_its_ids() returns trigger language plpgsql as $$
declare
  which text;
  standing record;
begin
  if tg_table_name = 'orders' then
    which := new.id;
  else
    which := new.order_id;
  end if;
  select o.status, o.quantity, count(h.unit_id) as units, count(h.delivered_at) as given, count(*) filter (where u.product_id <> o.product_id) as foreigners
    into standing
    from orders o left join order_units h on h.order_id = o.id left join units u on u.id = h.unit_id
    where o.id = which group by o.id;
  if found and not (standing.foreigners = 0 and case standing.status
    when 'pending' then standing.units = standing.quantity and standing.given = 0
    when 'approved' then standing.units = standing.quantity and standing.given = standing.quantity
    else standing.units = 0
  end) then
    raise exception 'a % order of % IDs may not hold % and have been given %', standing.status, standing.quantity, standing.units - standing.given, standing.given
      using errcode = '23514', constraint = 'order_has_its_ids';
  end if;
  return null;
end $$;
create constraint trigger order_has_its_ids after insert or update of status, quantity, product_id on orders
  deferrable initially deferred for each row execute function order_has_its_ids();
create constraint trigger order_of_row_has_its_ids after insert on ledger
  deferrable initially deferred for each row when (new.order_id is not null) execute function order_has_its_ids();

-- Where an order has gone it stays.
create function order_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a % order is final', old.status using errcode = '23514', constraint = 'order_is_final';
end $$;
create trigger order_is_final before update of status on orders for each row
  when (old.status <> 'pending' and new.status <> old.status) execute function order_is_final();

-- Who did a deed that is audited has to be named before it changes the stock: else the ledger would not say by whom.
create function deed_is_signed() returns trigger language plpgsql as $$
begin
  if current_setting('trackside.unsigned', true) = '1' or coalesce(nullif(current_setting('trackside.admin', true), ''), new.admin_id) <> new.admin_id then
    raise exception 'the stock was changed before the ledger was told by whom' using errcode = '55000';
  end if;
  return null;
end $$;
create trigger deed_is_signed after insert on audit_entries for each row execute function deed_is_signed();
