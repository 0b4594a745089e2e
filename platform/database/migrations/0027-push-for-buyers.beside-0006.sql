-- Devices of buyers that get push notifications: each belongs to a browser, by the hash of its key.

alter table push_devices alter column user_id drop not null, add column browser_hash bytea;
alter table push_devices add constraint push_devices_of_somebody check (user_id is not null or browser_hash is not null) not valid;
alter table push_devices validate constraint push_devices_of_somebody;
create unique index push_devices_of_browser on push_devices (browser_hash) where browser_hash is not null;
comment on table push_devices is E'Devices that get push notifications: of persons who work in the shop, and of buyers.\nThe push service''s address and the browser''s keys are encrypted.';
comment on column push_devices.user_id is 'The account that it belongs to; empty: a guest''s browser.';
comment on column push_devices.browser_hash is 'The SHA-256 of the browser''s key, for a buyer''s device, which hears of the orders that this key opens and of the account''s; empty: of who works in the shop.';
-- Orders are told to who works in the shop: few devices beside those of many buyers.
create index push_devices_of_shop on push_devices (id) where browser_hash is null;
