-- What is kept of each earlier secret, the oldest first, sealed with the one of now: by it the ledger of before is checked, and what was found or derived then
-- is known again.
create table earlier_keys (
  number bigint generated always as identity primary key,
  keys bytea not null,
  kept_at timestamptz not null default now()
);

-- Once the secret was changed the database knows the ledger's key by this, and a shop that runs on with the earlier one cannot change the stock.
alter table key_check add column ledger_check bytea;

-- A chain goes on under another key with `rotated` rows: the first names no ID, the others each ID's earlier fingerprint and its new one, in turn.
alter table ledger drop constraint ledger_event_check;
alter table ledger add constraint ledger_event_check check (event in
  ('imported', 'reserved', 'released', 'delivered', 'replaced', 'faulty', 'removed', 'restored', 'moved', 'erased', 'rotated'));

-- As before, but for the two things above.
create or replace function ledger_write(
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
  if exists (select from key_check where ledger_check is not null and ledger_check <> ledger_mac('\x03')) then
    raise exception 'the key of this connection is that of an earlier secret' using errcode = '55000';
  end if;
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
  update product_stock s set
      imported = s.imported + imported_by, held = s.held + held_by, delivered = s.delivered + delivered_by,
      set_aside = s.set_aside + set_aside_by, ledger_seq = last_seq, ledger_mac = last_mac,
      ledger_head = ledger_mac('\x02' || last_mac)
    where s.product_id = of_product;
  if by_admin is null then
    perform set_config('trackside.unsigned', '1', true);
  end if;
end $$;
