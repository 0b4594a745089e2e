-- Gives an order that is paid by UPI an amount of its own: its total less up to 99 paise, of larger totals less up to a
-- thousandth, 9.99 rupees at most, and never below 1 rupee. Where no amount is left, or a network has its share of them, its
-- buyer pays the total.
CREATE OR REPLACE FUNCTION take_upi_amount()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  taken_at timestamptz := coalesce(new.payment_asked_at, new.created_at);
  is_asked boolean := new.payment_asked_at is not null;
  most_less bigint := least(999, greatest(99, new.total_paise / 1000));
  amount bigint;
begin
  if not is_asked and (
    (select count(*) from upi_amounts a where a.taken_from = new.placed_from and (a.free_at is null or a.free_at > taken_at)) >= 10
    or (select count(*) from upi_amounts a where a.taken_from_56 = new.placed_from_56 and (a.free_at is null or a.free_at > taken_at)) >= 20
    or (select count(*) from upi_amounts a where a.taken_from_48 = new.placed_from_48 and (a.free_at is null or a.free_at > taken_at)) >= 40
  ) then
    return null;
  end if;
  for amount in
    select new.total_paise - less from generate_series(0, most_less) less
    where new.total_paise - less >= 100
      and not exists (select from upi_amounts a where a.paise = new.total_paise - less and (a.free_at is null or a.free_at > taken_at))
    -- Anybody may send whole rupees for anything, so they come last.
    order by (new.total_paise - less) % 100 = 0, less
  loop
    -- An amount that another transaction is taking is passed over: nobody waits, so nobody deadlocks.
    continue when not pg_try_advisory_xact_lock(-amount);
    insert into upi_amounts as a (paise, order_id, is_unseen, taken_from, taken_from_56, taken_from_48)
      values (amount, new.id, true,
        case when not is_asked then new.placed_from end,
        case when not is_asked then new.placed_from_56 end,
        case when not is_asked then new.placed_from_48 end)
      on conflict (paise) do update set order_id = excluded.order_id, free_at = null, is_unseen = true,
        taken_from = excluded.taken_from, taken_from_56 = excluded.taken_from_56, taken_from_48 = excluded.taken_from_48
        where a.free_at <= taken_at;
    if found then
      update orders set payable_paise = amount where id = new.id;
      return null;
    end if;
  end loop;
  return null;
end $function$;

CREATE TRIGGER take_upi_amount AFTER INSERT ON orders FOR EACH ROW WHEN (new.payment_method = 'upi'::text AND new.status = 'pending'::text) EXECUTE FUNCTION take_upi_amount();

CREATE TRIGGER take_upi_amount_when_asked AFTER UPDATE OF payment_asked_at ON orders FOR EACH ROW WHEN (old.payment_asked_at IS NULL AND new.payment_asked_at IS NOT NULL AND new.payable_paise IS NULL) EXECUTE FUNCTION take_upi_amount();
