-- Tables, columns and what is named after them get standard names. No row changes.
alter table letters rename to emails;
alter table listeners rename to subscriptions;
alter table notices rename to deliveries;
alter table tries rename to rate_limits;
alter table set_aside_accounts rename to withdrawn_accounts;
alter table payment_marks rename to payment_fingerprints;
alter table proof_likenesses rename to similar_proofs;
alter table moving_in_runs rename to old_shop_imports;
alter table moving_in_rows rename to old_shop_import_rows;
alter table moved_in rename to old_shop_rows;
alter table moved_in_ids rename to old_shop_ids;

alter table units rename column set_aside to withdrawn;
alter table units rename column set_aside_at to withdrawn_at;
alter table product_stock rename column set_aside to withdrawn;
alter table batches rename column set_aside to withdrawn;
alter table withdrawn_accounts rename column set_aside_at to withdrawn_at;
alter table orders rename column lapsed_after_hours to expired_after_hours;
alter table orders rename column moved_in to is_from_old_shop;
alter table products rename column held_told_at to held_notified_at;
alter table low_stock rename column told_at to notified_at;
alter table payment_fingerprints rename column noted_at to recorded_at;
alter table payment_fingerprints rename column look to perceptual_hash;
alter table similar_proofs rename column mark_id to fingerprint_id;
alter table key_check rename column noted_at to recorded_at;
alter table old_password_keys rename column kept_at to stored_at;
alter table earlier_keys rename column kept_at to stored_at;
alter table audit_entries rename column deed to action;
alter table emails rename column tries to attempts;
alter table emails rename column next_try_at to next_attempt_at;
alter table deliveries rename column tries to attempts;
alter table deliveries rename column next_try_at to next_attempt_at;
alter table deliveries rename column tried_at to attempted_at;
alter table deliveries rename column listener_id to subscription_id;
alter table old_shop_import_rows rename column oddities to warnings;
alter table old_shop_rows rename column moved_at to imported_at;

-- Constraints, indexes and sequences carry the names of their tables and columns. PostgreSQL 18 names NOT NULL constraints
-- as well, so they are looked up here rather than listed.
do $$
declare
  renamed text[] := array[
    ['^moving_in_rows_odd$', 'old_shop_import_rows_with_warnings'],
    ['_of_listener$', '_of_subscription'],
    ['^orders_lapsed_are', 'orders_expired_are'],
    ['^orders_pending_lapsing$', 'orders_pending_expiring'],
    ['^orders_short_moved_in$', 'orders_short_from_old_shop'],
    ['^letters_', 'emails_'],
    ['^listeners_', 'subscriptions_'],
    ['^notices_', 'deliveries_'],
    ['^tries_', 'rate_limits_'],
    ['^set_aside_accounts_', 'withdrawn_accounts_'],
    ['^payment_marks_', 'payment_fingerprints_'],
    ['^proof_likenesses_', 'similar_proofs_'],
    ['^moving_in_runs_', 'old_shop_imports_'],
    ['^moving_in_rows_', 'old_shop_import_rows_'],
    ['^moved_in_ids_', 'old_shop_ids_'],
    ['^moved_in_', 'old_shop_rows_'],
    ['_set_aside', '_withdrawn'],
    ['_lapsed_after_hours', '_expired_after_hours'],
    ['^orders_moved_in', 'orders_is_from_old_shop'],
    ['_held_told_at', '_held_notified_at'],
    ['_told_at', '_notified_at'],
    ['_noted_at', '_recorded_at'],
    ['^payment_fingerprints_look_', 'payment_fingerprints_perceptual_hash_'],
    ['_mark_id', '_fingerprint_id'],
    ['_kept_at', '_stored_at'],
    ['_deed_', '_action_'],
    ['_tries_', '_attempts_'],
    ['_next_try_at', '_next_attempt_at'],
    ['_tried_at', '_attempted_at'],
    ['_listener_id', '_subscription_id'],
    ['_oddities', '_warnings'],
    ['_moved_at', '_imported_at']
  ];
  named record;
  new_name text;
begin
  for named in
    select format('alter table %s rename constraint %I', k.conrelid::regclass, k.conname) as renaming, k.conname as name
      from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = current_schema()::regnamespace
    union all
    select format('alter %s %s rename', case c.relkind when 'S' then 'sequence' else 'index' end, c.oid::regclass), c.relname
      from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('i', 'S')
        and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))
  loop
    new_name := named.name;
    for n in 1 .. array_length(renamed, 1) loop
      new_name := regexp_replace(new_name, renamed[n][1], renamed[n][2]);
    end loop;
    if new_name <> named.name then
      execute named.renaming || format(' to %I', new_name);
    end if;
  end loop;
end $$;

alter trigger ledger_is_kept on ledger rename to ledger_is_append_only;
alter trigger units_gone_are_kept on units rename to units_gone_stay;
alter trigger deed_is_signed on audit_entries rename to action_is_signed;
alter function deed_is_signed() rename to action_is_signed;
alter trigger keep_was_admin on users rename to preserve_was_admin;
alter function keep_was_admin() rename to preserve_was_admin;
alter function order_hours_move_in(text[]) rename to order_hours_import;

drop trigger order_hours_gain on orders;
create trigger order_hours_gain after insert on orders for each row
  when ((new.created_at < now() - interval '30 minutes' or new.handled_at < now() - interval '30 minutes')
    and not (new.is_from_old_shop and current_setting('trackside.importing', true) is not distinct from '1'))
  execute function order_hours_change();

-- The functions that name them in their bodies.

alter function note_former_admins() rename to record_former_admins;
create or replace function record_former_admins() returns void language sql as $$
  update users u set was_admin = true
  where not u.was_admin and (u.role = 'admin' or u.id in (
    select e.admin_id from audit_entries e
    union select e.subject_id from audit_entries e where e.subject_kind = 'account'
      and e.action in ('admin-made', 'admin-unmade', 'admin-set-up', 'first-admin-made')))
$$;

create or replace function batch_units_entered() returns trigger language plpgsql as $$
begin
  update batches b set ids = b.ids + came.n, withdrawn = b.withdrawn + came.withdrawn
    from (select batch_id, count(*)::integer as n, count(withdrawn)::integer as withdrawn from new_units where batch_id is not null group by batch_id) as came
    where b.id = came.batch_id;
  return null;
end $$;

create or replace function batch_units_changed() returns trigger language plpgsql as $$
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
end $$;

create or replace function batch_units_erased() returns trigger language plpgsql as $$
begin
  update batches b set ids = b.ids - went.n, withdrawn = b.withdrawn - went.withdrawn
    from (select batch_id, count(*)::integer as n, count(withdrawn)::integer as withdrawn from old_units where batch_id is not null group by batch_id) as went
    where b.id = went.batch_id;
  return null;
end $$;

create or replace function books_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from product_stock s where s.product_id = new.product_id
      and (s.available <> s.free or s.imported <> s.free + s.held + s.delivered + s.withdrawn)
  ) then
    raise exception 'the books of product % do not balance', new.product_id using errcode = '23514', constraint = 'books_balance';
  end if;
  return null;
end $$;

create or replace function delivered_for_good() returns trigger language plpgsql as $$
begin
  if exists (select from units u where u.id = old.unit_id and u.withdrawn is distinct from 'faulty')
    and not exists (select from order_units h where h.unit_id = old.unit_id and h.order_id = old.order_id and h.delivered_at is not null)
  then
    raise exception 'an ID that was delivered does not come back' using errcode = '23514', constraint = 'delivered_for_good';
  end if;
  return null;
end $$;

create or replace function free_units_came() returns trigger language plpgsql as $$
begin
  update product_stock s set free = s.free + came.n
    from (select product_id, count(*)::integer as n from new_free group by product_id) as came where s.product_id = came.product_id;
  if exists (
    select from new_free n join units u on u.id = n.unit_id
    where u.product_id <> n.product_id or u.withdrawn is not null or exists (select from order_units h where h.unit_id = n.unit_id)
  ) then
    raise exception 'an ID of another product, one in an order or one that is withdrawn cannot be free' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  if exists (
    select from erased_among((select array_agg(u.fingerprint) from new_free n join units u on u.id = n.unit_id)) as erased
    where exists (select from ledger l where l.product_id = erased.product_id and l.event = 'delivered' and erased.print = any(l.fingerprints))
  ) then
    raise exception 'an ID that was delivered does not come back' using errcode = '23514', constraint = 'delivered_for_good';
  end if;
  return null;
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
    where u.withdrawn is not null or exists (select from free_units f where f.product_id = u.product_id and f.unit_id = n.unit_id)
  ) then
    raise exception 'an ID that is free or withdrawn cannot be in an order' using errcode = '23514', constraint = 'id_in_one_place';
  end if;
  return null;
end $$;

create or replace function units_entered() returns trigger language plpgsql as $$
declare
  entered record;
begin
  for entered in
    select product_id, array_agg(fingerprint order by id) as prints, count(*)::integer as n, count(withdrawn)::integer as withdrawn
    from new_units group by product_id order by product_id
  loop
    perform ledger_write(entered.product_id, 'imported', null, entered.prints, entered.n, 0, 0, entered.withdrawn);
  end loop;
  return null;
end $$;

create or replace function units_changed() returns trigger language plpgsql set enable_nestloop = off as $$
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
end $$;

create or replace function units_erased() returns trigger language plpgsql as $$
declare
  erased record;
begin
  for erased in
    select product_id, array_agg(fingerprint order by id) as prints, count(*)::integer as n, count(withdrawn)::integer as withdrawn
    from old_units group by product_id order by product_id
  loop
    perform ledger_write(erased.product_id, 'erased', null, erased.prints, -erased.n, 0, 0, -erased.withdrawn);
  end loop;
  return null;
end $$;

create or replace function twins_stay_out() returns trigger language plpgsql as $$
declare
  leaving record;
begin
  if not exists (select from units where twin_of is not null) then
    return null;
  end if;
  for leaving in
    select n.product_id, array_agg(n.unit_id order by n.unit_id) as ids
    from new_free n join units u on u.id = n.unit_id
    where u.twin_of is not null or exists (select from units t join order_units h on h.unit_id = t.id where t.twin_of = u.id)
    group by 1 order by 1
  loop
    delete from free_units where product_id = leaving.product_id and unit_id = any(leaving.ids);
    update product_stock set available = available - cardinality(leaving.ids) where product_id = leaving.product_id;
    update units set withdrawn = 'faulty', withdrawn_at = now() where id = any(leaving.ids);
  end loop;
  return null;
end $$;

-- A parameter gets another name in a new function only.
drop function ledger_write(text, text, text, bytea[], integer, integer, integer, integer);
drop function ledger_end(text, bigint, bytea, integer, integer, integer, integer);

create function ledger_end(of_product text, last_seq bigint, last_mac bytea, imported_by integer, held_by integer, delivered_by integer, withdrawn_by integer) returns void language plpgsql as $$
begin
  update product_stock s set
      imported = s.imported + imported_by, held = s.held + held_by, delivered = s.delivered + delivered_by,
      withdrawn = s.withdrawn + withdrawn_by, ledger_seq = last_seq, ledger_mac = last_mac,
      ledger_head = ledger_mac('\x02' || last_mac)
    where s.product_id = of_product;
  if nullif(current_setting('trackside.admin', true), '') is null then
    perform set_config('trackside.unsigned', '1', true);
  end if;
end $$;

create function ledger_write(of_product text, of_event text, of_order text, prints bytea[], imported_by integer, held_by integer, delivered_by integer, withdrawn_by integer) returns void language plpgsql as $$
declare
  chain_end record;
begin
  select * into chain_end from ledger_begin(of_product);
  select * into chain_end from ledger_append(of_product, of_event, of_order, prints, chain_end.last_seq, chain_end.last_mac);
  perform ledger_end(of_product, chain_end.last_seq, chain_end.last_mac, imported_by, held_by, delivered_by, withdrawn_by);
end $$;

revoke execute on function ledger_end(text, bigint, bytea, integer, integer, integer, integer) from public;
revoke execute on function ledger_write(text, text, text, bytea[], integer, integer, integer, integer) from public;
comment on function ledger_end(text, bigint, bytea, integer, integer, integer, integer) is 'Stores the new end of a chain together with the counters that changed.';
comment on function ledger_write(text, text, text, bytea[], integer, integer, integer, integer) is 'Adds one event to a product''s chain and changes its counters. Called by the triggers below only.';

-- As 0028 says: what keeps the books works as the owner, and finds the shop's own tables only.
do $$
declare
  of_owner text;
begin
  foreach of_owner in array array['units_entered', 'units_changed', 'units_erased', 'free_units_came', 'order_units_came'] loop
    execute format('alter function %I() security definer set search_path = %I, pg_temp', of_owner, current_schema());
  end loop;
end $$;

comment on table units is E'Every ID there ever was, once: value (encrypted) and fingerprint (keyed hash of the canonical form).\nThe unique fingerprint is why the same string cannot be stocked twice. A unit is in one place: free, in one order, or withdrawn.';
