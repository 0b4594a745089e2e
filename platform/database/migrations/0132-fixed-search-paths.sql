-- A temporary table with the name of one of the shop's stood in for it in the functions that enforce the rules of
-- the database, and a delivered ID could be sold again. After the migrations the program gives each function a search
-- path. One whose body was bound when it was created looks nothing up.
create or replace function order_codes(o orders) returns text language sql immutable
  return lower(o.id || chr(10) || o.request_code);
create or replace function order_name(o orders) returns text language sql immutable
  return searched_text(o.product_name);
create or replace function order_text(o orders) returns text language sql immutable
  return lower(o.id || chr(10) || o.request_code || chr(10)) || searched_text(o.product_name);

-- The setting of an import leaves out receipts and credit notes. It counts for the owner alone.
create function is_importing() returns boolean language sql stable as $$
  select current_setting('trackside.importing', true) = '1' and has_table_privilege(session_user, 'ledger', 'insert')
$$;
comment on function is_importing() is 'Whether this transaction imports the old shop, which only the owner of the database may. Such orders get no receipt.';

create or replace function order_gets_receipt() returns trigger language plpgsql as $$
declare
  shop record;
  its_year integer;
  its_number integer;
begin
  if is_importing() then
    return null;
  end if;
  select coalesce(nullif(seller_name, ''), name) as seller, seller_address, gstin, hsn_code, gst_rate, time_zone into shop from shop_settings;
  its_year := financial_year(new.processed_at, shop.time_zone);
  -- The row stays locked until the commit, so the numbers of concurrent approvals follow each other.
  insert into receipt_counters as c (year, last) values (its_year, 1)
    on conflict (year) do update set last = c.last + 1 returning last into its_number;
  insert into receipts (order_id, year, number, issued_at, seller_name, seller_address, gstin, hsn_code, gst_rate)
    values (new.id, its_year, its_number, new.processed_at, shop.seller, shop.seller_address, shop.gstin, shop.hsn_code, shop.gst_rate);
  return null;
end $$;

create or replace function refund_gets_credit_note() returns trigger language plpgsql as $$
declare
  came record;
  back bigint;
  credited bigint;
  its bigint;
  its_year integer;
  its_number integer;
begin
  if is_importing() then
    return null;
  end if;
  select p.id, p.paise, coalesce(o.payable_paise, o.total_paise) as payable, o.id as order_id, s.time_zone into came
    from payments p join orders o on o.id = p.order_id join receipts c on c.order_id = o.id cross join shop_settings s
    where p.id = new.payment_id and p.problem is null and p.currency = 'INR';
  if not found or exists (select from credit_notes n where n.refund_id = new.id)
    or not exists (select from refunds r where r.id = new.id and r.state = 'done') then
    return null;
  end if;
  -- What was paid above the receipt goes back first: that is no sale.
  select coalesce(sum(paise), 0) into back from refunds where payment_id = came.id and state = 'done';
  select coalesce(sum(n.paise), 0) into credited from credit_notes n join refunds r on r.id = n.refund_id
    where n.order_id = came.order_id and r.state = 'done';
  its := least(new.paise, least(back - greatest(came.paise - came.payable, 0), came.payable) - credited);
  if its <= 0 then
    return null;
  end if;
  its_year := financial_year(new.done_at, came.time_zone);
  insert into credit_note_counters as c (year, last) values (its_year, 1)
    on conflict (year) do update set last = c.last + 1 returning last into its_number;
  insert into credit_notes (refund_id, order_id, year, number, issued_at, paise)
    values (new.id, came.order_id, its_year, its_number, new.done_at, its);
  return null;
end $$;

drop trigger order_hours_gain on orders;
create trigger order_hours_gain after insert on orders for each row
  when ((new.created_at < now() - interval '30 minutes' or new.handled_at < now() - interval '30 minutes') and not (new.is_from_old_shop and is_importing()))
  execute function order_hours_change();

-- The import works as the owner, whose connections the shop's role may not end.
create function end_import(within_ms integer, run text) returns void language sql security definer as $$
  select pg_terminate_backend(l.pid, within_ms) from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = 6120025
    and l.database = (select oid from pg_database where datname = current_database())
    and not exists (select from old_shop_imports where state = 'running' and id <> run)
$$;
comment on function end_import(integer, text) is 'Ends the connection that imports the old shop, unless a run that began after this one does.';

alter function order_gets_receipt() security definer;
alter function refund_gets_credit_note() security definer;
