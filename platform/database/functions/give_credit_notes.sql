-- Gives each refund of an order that is done and has no credit note the next number of its financial year, if its payment pays for the order and the order has a receipt.
-- It runs as the owner. The counter's row is locked last.
CREATE OR REPLACE FUNCTION give_credit_notes(of_order text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
