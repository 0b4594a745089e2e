-- An IPv6 network that is larger than the /64 of one order: what a household (/56) and a site (/48) hold counts together. Keyed fingerprints, as `placed_from` is.
alter table orders
  add column placed_from_56 bytea,
  add column placed_from_48 bytea,
  add constraint orders_placed_near_while_pending check (num_nulls(placed_from_56, placed_from_48) = 2 or status = 'pending');
create index orders_pending_of_56 on orders (placed_from_56) include (quantity) where status = 'pending' and placed_from_56 is not null;
create index orders_pending_of_48 on orders (placed_from_48) include (quantity) where status = 'pending' and placed_from_48 is not null;

create or replace function forget_where_placed() returns trigger language plpgsql as $$
begin
  new.placed_from := null;
  new.placed_from_56 := null;
  new.placed_from_48 := null;
  return new;
end $$;
