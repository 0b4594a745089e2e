-- Nobody uses up the amounts of a price: they count for the network that takes them, one that nobody could have paid is
-- free at once, and a larger total has more of them.

alter table upi_amounts
  add column is_unseen boolean not null default false,
  add column taken_from bytea,
  add column taken_from_56 bytea,
  add column taken_from_48 bytea;
comment on column upi_amounts.is_unseen is 'Whether its buyer has not been shown it yet, so that nobody can have paid it.';
comment on column upi_amounts.taken_from is
  'Fingerprint of the network that its order came from. Null if it does not count for one: the order was approved, or an admin asked for the payment.';
comment on column upi_amounts.taken_from_56 is 'The same of the IPv6 /56 around that network.';
comment on column upi_amounts.taken_from_48 is 'The same of the IPv6 /48 around that network.';
create index upi_amounts_of_address on upi_amounts (taken_from) where taken_from is not null;
create index upi_amounts_of_56 on upi_amounts (taken_from_56) where taken_from_56 is not null;
create index upi_amounts_of_48 on upi_amounts (taken_from_48) where taken_from_48 is not null;

create or replace function take_upi_amount() returns trigger language plpgsql as $$
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
end $$;
comment on function take_upi_amount() is E'Gives an order that is paid by UPI an amount of its own: its total less up to 99 paise, of larger totals less up to a\nthousandth, 9.99 rupees at most, and never below 1 rupee. Where no amount is left, or a network has its share of them, its\nbuyer pays the total.';

create or replace function free_upi_amount() returns trigger language plpgsql as $$
declare
  ended_at timestamptz := coalesce(new.handled_at, now());
  is_approved boolean := new.status = 'approved';
begin
  update upi_amounts a set
    free_at = case
      when not is_approved and new.utr is null and not exists (select from payments p where p.order_id = new.id)
        and (a.is_unseen or ended_at < coalesce(new.payment_asked_at, new.created_at) + interval '5 minutes')
      then ended_at else now() + interval '72 hours' end,
    taken_from = case when not is_approved then a.taken_from end,
    taken_from_56 = case when not is_approved then a.taken_from_56 end,
    taken_from_48 = case when not is_approved then a.taken_from_48 end
  where a.order_id = new.id;
  return null;
end $$;
comment on function free_upi_amount() is E'An order that ends keeps its own UPI amount for 72 hours, so that late money is not taken for another order''s. It is free\nat once where nobody can have paid it: its page was never shown, or the order ended within 5 minutes.';
