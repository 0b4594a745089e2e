-- Gives an order that is paid by UPI an amount of its own: its total less 0 to 99 paise, and never below 1 rupee.
-- Where no amount is left, its buyer pays the total.
CREATE OR REPLACE FUNCTION take_upi_amount()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  taken_at timestamptz := coalesce(new.payment_asked_at, new.created_at);
  amount bigint;
begin
  for amount in
    select new.total_paise - less from generate_series(0, 99) less
    where new.total_paise - less >= 100
      and not exists (select from upi_amounts a where a.paise = new.total_paise - less and (a.free_at is null or a.free_at > taken_at))
    -- Anybody may send whole rupees for anything, so they come last.
    order by (new.total_paise - less) % 100 = 0, less
  loop
    -- An amount that another transaction is taking is passed over: nobody waits, so nobody deadlocks.
    continue when not pg_try_advisory_xact_lock(-amount);
    insert into upi_amounts as a (paise, order_id) values (amount, new.id)
      on conflict (paise) do update set order_id = new.id, free_at = null where a.free_at <= taken_at;
    if found then
      update orders set payable_paise = amount where id = new.id;
      return null;
    end if;
  end loop;
  return null;
end $function$;

CREATE TRIGGER take_upi_amount AFTER INSERT ON orders FOR EACH ROW WHEN (new.payment_method = 'upi'::text AND new.status = 'pending'::text) EXECUTE FUNCTION take_upi_amount();

CREATE TRIGGER take_upi_amount_when_asked AFTER UPDATE OF payment_asked_at ON orders FOR EACH ROW WHEN (old.payment_asked_at IS NULL AND new.payment_asked_at IS NOT NULL AND new.payable_paise IS NULL) EXECUTE FUNCTION take_upi_amount();
