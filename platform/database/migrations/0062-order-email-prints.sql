-- An order is found by its guest's email address: the address is encrypted, so its keyed fingerprint is stored beside it.

alter table orders add column email_print bytea;
alter table orders add constraint orders_prints_have_an_email check (email_print is null or email is not null) not valid;
alter table orders validate constraint orders_prints_have_an_email;
comment on column orders.email_print is 'The keyed fingerprint of the email address, by which a search finds the order. Null until it is made.';
create index orders_by_email on orders (email_print, created_at desc, id desc) where email_print is not null;
create index orders_with_new_email on orders (id) where email is not null and email_print is null;
