-- How much one buyer may hold, and how often one address may try: the owner's numbers, 0 for no limit.
alter table shop_settings
  add column pending_orders_max integer not null default 10 check (pending_orders_max between 0 and 1000000),
  add column held_ids_max integer not null default 20 check (held_ids_max between 0 and 1000000),
  add column guest_order_hours integer not null default 72 check (guest_order_hours between 0 and 1000000),
  add column look_ups_max integer not null default 60 check (look_ups_max between 0 and 1000000),
  add column orders_max integer not null default 20 check (orders_max between 0 and 1000000),
  add column sign_ins_max integer not null default 10 check (sign_ins_max between 0 and 1000000),
  add column sign_ups_max integer not null default 20 check (sign_ups_max between 0 and 1000000),
  add column resets_max integer not null default 20 check (resets_max between 0 and 1000000),
  add column contact_messages_max integer not null default 5 check (contact_messages_max between 0 and 1000000),
  add column uploads_max integer not null default 20 check (uploads_max between 0 and 1000000),
  add column event_streams_max integer not null default 20 check (event_streams_max between 0 and 1000000);

-- Where a pending order came from, as a keyed fingerprint, and after how many hours an order lapsed by itself.
alter table orders
  add column placed_from bytea,
  add column lapsed_after_hours integer,
  add constraint orders_placed_from_while_pending check (placed_from is null or status = 'pending'),
  add constraint orders_lapsed_are_cancelled check (lapsed_after_hours is null or (status = 'cancelled' and lapsed_after_hours > 0));

-- The database itself forgets the address, whichever deed handles the order.
create function forget_where_placed() returns trigger language plpgsql as $$
begin
  new.placed_from := null;
  return new;
end $$;
create trigger orders_forget_where_placed before update of status on orders
  for each row when (new.status <> 'pending' and new.placed_from is not null) execute function forget_where_placed();

-- What one buyer holds is counted in pending orders alone, however many orders there are.
create index orders_pending_of_user on orders (user_id) include (quantity) where status = 'pending' and user_id is not null;
create index orders_pending_of_browser on orders ((unlocked_by[1])) include (quantity) where status = 'pending' and unlocked_by[1] is not null;
create index orders_pending_of_address on orders (placed_from) include (quantity) where status = 'pending' and placed_from is not null;
create index orders_pending_lapsing on orders (created_at, id)
  where status = 'pending' and user_id is null and payment_method = 'request' and paid_at is null;
create index orders_pending_held on orders (product_id) include (quantity) where status = 'pending';

-- When the owner was last told that most of a product is held.
alter table products add column held_told_at timestamptz;

-- How often somebody tried something lately: a keyed fingerprint of what and who. Lost in a crash, and no loss.
create unlogged table tries (
  who bytea primary key,
  count integer not null check (count >= 0),
  ends_at timestamptz not null
) with (fillfactor = 70);
create index tries_ended on tries (ends_at);
