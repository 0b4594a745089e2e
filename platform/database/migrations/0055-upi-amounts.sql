-- UPI orders get an amount of their own while there is one, so that a bank's line tells which order it pays for.

create function take_upi_amount() returns trigger language plpgsql as $$
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
end $$;
comment on function take_upi_amount() is E'Gives an order that is paid by UPI an amount of its own: its total less 0 to 99 paise, and never below 1 rupee.\nWhere no amount is left, its buyer pays the total.';
create trigger take_upi_amount after insert on orders
  for each row when (new.payment_method = 'upi' and new.status = 'pending') execute function take_upi_amount();
create trigger take_upi_amount_when_asked after update of payment_asked_at on orders
  for each row when (old.payment_asked_at is null and new.payment_asked_at is not null and new.payable_paise is null)
  execute function take_upi_amount();

create function begin_upi_hold() returns trigger language plpgsql as $$
begin
  new.hold_until := new.created_at + interval '30 minutes';
  return new;
end $$;
comment on function begin_upi_hold() is 'The IDs of a UPI order are held for 30 minutes. Its buyer prolongs that with a UTR.';
create trigger begin_upi_hold before insert on orders
  for each row when (new.payment_method = 'upi' and new.status = 'pending' and new.hold_until is null) execute function begin_upi_hold();
