-- New buyers of instant delivery count by what pays, by email and by network too, and all of them together.

alter table shop_settings add column new_buyers_ids_max integer not null default 100,
  add constraint shop_settings_new_buyers_ids_max_check check (new_buyers_ids_max between 0 and 1000000);
comment on column shop_settings.new_buyers_ids_max is 'How many IDs an hour all buyers without an approved order together get at once; 0 is no limit.';

alter table payments drop constraint payments_held_back_check;
alter table payments add constraint payments_held_back_check check (held_back in ('product', 'amount', 'ids', 'new buyers'));

create table instant_deliveries (
  order_id text primary key,
  quantity integer not null check (quantity > 0),
  delivered_at timestamptz not null,
  marks bytea[] not null
);
comment on table instant_deliveries is 'What was delivered at once to new buyers within a day, so that one buyer cannot be many.';
comment on column instant_deliveries.marks is 'Fingerprints of what pays, of the mailbox and of the networks.';
create index instant_deliveries_newest on instant_deliveries (delivered_at);
