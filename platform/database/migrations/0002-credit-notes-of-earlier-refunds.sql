-- A part refund from before the approval, or from before its payment was matched, gets its credit note once the order has
-- both a receipt and this payment. Orders that were approved without it get it now.

create function payment_of_order(of_order text) returns text language sql stable as $$
  select id from payments where order_id = of_order and state in ('matched', 'refunded') and problem is null
    order by state = 'matched' desc, coalesce(decided_at, received_at) desc, id desc limit 1
$$;
comment on function payment_of_order(text) is 'The payment that pays for an order, or paid for it last: one that went back while its order was pending may be followed by another.';

create function give_credit_notes(of_order text) returns void language plpgsql security definer as $$
declare
  back record;
  its bigint;
  its_year integer;
  its_number integer;
begin
  for back in
    select r.id, r.paise, r.done_at, p.id as payment_id, coalesce(o.payable_paise, o.total_paise) as payable, s.time_zone,
      greatest(p.paise - coalesce(o.payable_paise, o.total_paise), 0) as above, greatest(r.done_at, c.issued_at, p.decided_at) as issued_at
    from orders o join payments p on p.id = payment_of_order(o.id) join refunds r on r.payment_id = p.id join receipts c on c.order_id = o.id
      cross join shop_settings s
    where o.id = of_order and r.state = 'done' and p.currency = 'INR'
      and not exists (select from credit_notes n where n.refund_id = r.id)
    order by r.done_at, r.id
  loop
    -- What was paid above the receipt goes back first: that is no sale. Clocks differ, so a refund with a note counts whenever it was.
    select least(greatest(sum(b.paise) - back.above, 0), back.payable) - (
        select coalesce(sum(n.paise), 0) from credit_notes n join refunds d on d.id = n.refund_id where n.order_id = of_order and d.state = 'done')
      into its
      from refunds b
      where b.payment_id = back.payment_id and b.state = 'done'
        and ((b.done_at, b.id) <= (back.done_at, back.id) or exists (select from credit_notes n where n.refund_id = b.id));
    its := least(back.paise, its);
    if its > 0 then
      its_year := financial_year(back.issued_at, back.time_zone);
      insert into credit_note_counters as c (year, last) values (its_year, 1)
        on conflict (year) do update set last = c.last + 1 returning last into its_number;
      insert into credit_notes (refund_id, order_id, year, number, issued_at, paise)
        values (back.id, of_order, its_year, its_number, back.issued_at, its);
    end if;
  end loop;
end $$;
comment on function give_credit_notes(text) is E'Gives each refund of an order that is done and has no credit note the next number of its financial year, if its payment pays for the order and the order has a receipt.\nIt runs as the owner. The counter''s row is locked last.';
revoke execute on function give_credit_notes(text) from public;

create function give_missing_credit_notes() returns void language sql as $$
  select give_credit_notes(p.order_id)
    from payments p join receipts c on c.order_id = p.order_id
    where p.problem is null and exists (
      select from refunds r where r.payment_id = p.id and r.state = 'done' and not exists (select from credit_notes n where n.refund_id = r.id))
    group by p.order_id, c.year, c.number order by c.year, c.number
$$;
comment on function give_missing_credit_notes() is 'Gives the orders of an earlier version the credit notes that they lack.';
revoke execute on function give_missing_credit_notes() from public;

create or replace function refund_gets_credit_note() returns trigger language plpgsql security definer as $$
begin
  if is_importing() then
    return null;
  end if;
  perform give_credit_notes(order_id) from payments where id = new.payment_id;
  return null;
end $$;
comment on function refund_gets_credit_note() is 'At commit: gives a refund that is done its credit note.';

create function matched_gets_credit_notes() returns trigger language plpgsql security definer as $$
begin
  if is_importing() then
    return null;
  end if;
  perform give_credit_notes(new.order_id);
  return null;
end $$;
comment on function matched_gets_credit_notes() is 'At commit: gives what went back of a payment before it was matched its credit notes.';
create constraint trigger matched_gets_credit_notes after update of problem, order_id on payments deferrable initially deferred
  for each row when (new.problem is null and new.order_id is not null)
  execute function matched_gets_credit_notes();

create or replace function order_gets_receipt() returns trigger language plpgsql security definer as $$
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
  perform give_credit_notes(new.id);
  return null;
end $$;
comment on function order_gets_receipt() is E'At commit: gives an order that was approved the next number of its financial year, and what went back before their credit notes.\nIt runs as the owner. The counter''s row is locked last, so approvals wait for each other no longer than needed.';

select give_missing_credit_notes();
comment on column credit_notes.issued_at is 'Its date: when the refund was done, or the order was approved or its payment matched after that.';
