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
    select r.id, r.paise, r.done_at, coalesce(o.payable_paise, o.total_paise) as payable, s.time_zone,
      greatest(r.done_at, c.issued_at, p.decided_at) as issued_at
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id join receipts c on c.order_id = o.id
      cross join shop_settings s
    where o.id = of_order and r.state = 'done' and p.problem is null and p.currency = 'INR'
      and not exists (select from credit_notes n where n.refund_id = r.id)
    order by r.done_at, r.id
  loop
    -- What was paid above the receipt goes back first: that is no sale.
    select least(sum(least(greatest(q.back - greatest(q.paise - back.payable, 0), 0), back.payable)), back.payable) - (
        select coalesce(sum(n.paise), 0) from credit_notes n join refunds b on b.id = n.refund_id where n.order_id = of_order and b.state = 'done')
      into its
      from (
        select p.paise, coalesce(sum(b.paise) filter (where b.state = 'done' and (b.done_at, b.id) <= (back.done_at, back.id)), 0) as back
        from payments p left join refunds b on b.payment_id = p.id
        where p.order_id = of_order and p.problem is null and p.currency = 'INR' group by p.id
      ) as q;
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
