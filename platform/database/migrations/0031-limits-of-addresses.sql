-- An internet address has limits of its own: a carrier puts many buyers behind one. Where the owner changed a number, it
-- goes on for addresses, too, as it did until now.
alter table shop_settings
  add column address_orders_max integer not null default 50 check (address_orders_max between 0 and 1000000),
  add column address_ids_max integer not null default 100 check (address_ids_max between 0 and 1000000);
update shop_settings set address_orders_max = pending_orders_max where pending_orders_max <> 10;
update shop_settings set address_ids_max = held_ids_max where held_ids_max <> 20;
