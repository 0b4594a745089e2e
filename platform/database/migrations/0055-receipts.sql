-- Receipts of approved orders, numbered without gaps within a financial year (April to March).
-- The database gives the number when the approving transaction commits, so every way to approve an
-- order has it. Orders approved before this migration, and imported approvals, have no number.

alter table shop_settings
  add column seller_name text not null default '',
  add column seller_address text not null default '',
  add column gstin text,
  add column hsn_code text not null default '',
  add column gst_rate integer not null default 1800,
  add constraint shop_settings_gstin_check check (gstin ~ '^[0-9]{2}[A-Z0-9]{13}$'),
  add constraint shop_settings_hsn_code_check check (hsn_code ~ '^([0-9]{4,8})?$'),
  add constraint shop_settings_gst_rate_check check (gst_rate between 0 and 10000);

create table receipt_counters (
  year integer primary key,
  last integer not null check (last > 0)
);

create table receipts (
  order_id text primary key references orders (id),
  year integer not null check (year between 1900 and 9998),
  number integer not null check (number > 0),
  code text not null generated always as (
    year::text || '-' || lpad(((year + 1) % 100)::text, 2, '0') || '/' || lpad(number::text, greatest(5, length(number::text)), '0')
  ) stored,
  issued_at timestamptz not null,
  seller_name text not null,
  seller_address text not null,
  gstin text,
  hsn_code text not null,
  gst_rate integer not null check (gst_rate between 0 and 10000),
  unique (year, number)
);

create function financial_year(at timestamptz, zone text) returns integer language plpgsql stable as $$
begin
  return extract(year from (at at time zone zone) - interval '3 months');
exception when invalid_parameter_value then
  -- PostgreSQL may not know a new time zone. No order may fail for that.
  return extract(year from (at at time zone 'Asia/Kolkata') - interval '3 months');
end $$;

create function order_gets_receipt() returns trigger language plpgsql as $$
declare
  shop record;
  its_year integer;
  its_number integer;
begin
  if current_setting('trackside.importing', true) = '1' then
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

create constraint trigger order_gets_receipt after update of status on orders deferrable initially deferred for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function order_gets_receipt();

-- The role of the shop may not write receipts: the owner's function does.
do $$
begin
  execute format('alter function order_gets_receipt() security definer set search_path = %I, pg_temp', current_schema());
end $$;

comment on table receipt_counters is 'The last number of a receipt in each financial year, by the year in which it begins.';
comment on table receipts is E'The receipt of each approved order: its number, and the seller and the tax as they were then.\nWith a GSTIN it is a tax invoice. The amounts are those of the order.';
comment on column receipts.year is 'The year in which the financial year begins: 2026 from April 2026 to March 2027.';
comment on column receipts.gst_rate is 'In hundredths of a percent: 1800 is 18 %. Counts with a GSTIN only.';
comment on function financial_year(timestamptz, text) is 'The year in which the financial year of a time begins, in a time zone.';
comment on function order_gets_receipt() is E'At commit: gives an order that was approved the next number of its financial year.\nIt runs as the owner. The counter''s row is locked last, so approvals wait for each other no longer than needed.';
comment on column shop_settings.gst_rate is 'In hundredths of a percent: 1800 is 18 %. Prices include it.';
