-- At commit: gives a refund that is done the next number of its financial year, if its payment pays for an order with a receipt.
-- It runs as the owner. The counter's row is locked last.
CREATE OR REPLACE FUNCTION refund_gets_credit_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE CONSTRAINT TRIGGER refund_gets_credit_note AFTER INSERT OR UPDATE OF state ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = 'done'::text) EXECUTE FUNCTION refund_gets_credit_note();
