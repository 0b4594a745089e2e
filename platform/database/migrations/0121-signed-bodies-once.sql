-- A provider's event is known by what is signed too: a signed body counts once, whatever id comes beside it.

alter table payment_events add column body_print bytea check (length(body_print) = 32);
comment on column payment_events.body_print is 'A keyed fingerprint of the raw body. Null for events from before this column.';
create unique index payment_events_body_once on payment_events (provider, body_print);
