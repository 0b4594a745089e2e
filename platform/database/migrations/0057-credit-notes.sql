-- Credit notes: what a refund of an approved order takes back of its receipt, numbered without gaps
-- within a financial year like receipts. The database gives the number when the transaction that
-- records the refund as done commits.

create table credit_note_counters (
  year integer primary key,
  last integer not null check (last > 0)
);

create table credit_notes (
  refund_id text primary key references refunds,
  order_id text not null references receipts (order_id),
  year integer not null check (year between 1900 and 9998),
  number integer not null check (number > 0),
  code text not null generated always as (
    'CN/' || year::text || '-' || lpad(((year + 1) % 100)::text, 2, '0') || '/' || lpad(number::text, greatest(5, length(number::text)), '0')
  ) stored,
  issued_at timestamptz not null,
  paise bigint not null check (paise > 0),
  unique (year, number)
);
create index credit_notes_of_order on credit_notes (order_id, year, number);

create function refund_gets_credit_note() returns trigger language plpgsql as $$
declare
  came record;
  back bigint;
  credited bigint;
  its bigint;
  its_year integer;
  its_number integer;
begin
  if current_setting('trackside.importing', true) = '1' then
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

create constraint trigger refund_gets_credit_note after insert or update of state on refunds deferrable initially deferred for each row
  when (new.state = 'done') execute function refund_gets_credit_note();

-- The role of the shop may not write credit notes: the owner's function does.
do $$
begin
  execute format('alter function refund_gets_credit_note() security definer set search_path = %I, pg_temp', current_schema());
end $$;

comment on table credit_note_counters is 'The last number of a credit note in each financial year, by the year in which it begins.';
comment on table credit_notes is E'What a refund takes back of the receipt of its order. Seller and tax are those of the receipt.\nIt is void if its refund is not done any more: the bank sent the money back.';
comment on column credit_notes.paise is 'The amount, with its tax: the refund, less what was paid above the receipt.';
comment on function refund_gets_credit_note() is E'At commit: gives a refund that is done the next number of its financial year, if its payment pays for an order with a receipt.\nIt runs as the owner. The counter''s row is locked last.';
