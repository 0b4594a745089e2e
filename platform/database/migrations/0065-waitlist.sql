-- Email addresses that wait for a sold-out product, and the IDs that came in while somebody waited.
-- A trigger counts the IDs, so every way by which they come counts: forms, the API, imports, and the
-- release of reserved ones. An order only takes IDs away, so placing one runs nothing of this.

create table waitlist (
  id text primary key,
  product_id text not null references products (id),
  email bytea not null,
  email_fingerprint bytea not null,
  language text not null check (language ~ '^[a-z]{2}$'),
  user_id text references users (id) on delete cascade,
  token_hash bytea unique,
  token_expires_at timestamptz,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  notified_at timestamptz,
  stored_until timestamptz not null,
  unique (product_id, email_fingerprint),
  constraint waitlist_token check ((token_hash is null) = (token_expires_at is null)),
  constraint waitlist_notified_after_confirmed check (notified_at is null or confirmed_at is not null)
);
create index waitlist_waiting on waitlist (product_id, created_at, id) where confirmed_at is not null and notified_at is null;
create index waitlist_of_address on waitlist (email_fingerprint);
create index waitlist_of_user on waitlist (user_id) where user_id is not null;
create index waitlist_ending on waitlist (stored_until);

create table stock_arrivals (
  id bigint primary key generated always as identity,
  product_id text not null references products (id),
  ids integer not null check (ids > 0)
);
create index stock_arrivals_of_product on stock_arrivals (product_id);

create function record_stock_arrival() returns trigger language plpgsql as $$
begin
  insert into stock_arrivals (product_id, ids)
    select came.product_id, came.n from (select product_id, count(*)::integer as n from new_free group by product_id) as came
    where exists (select from waitlist w where w.product_id = came.product_id and w.confirmed_at is not null and w.notified_at is null);
  return null;
end $$;
create trigger record_stock_arrival after insert on free_units referencing new table as new_free
  for each statement execute function record_stock_arrival();

comment on table waitlist is E'Who wants an email when a sold-out product is back: one row per product and address (encrypted).\nA row waits once its address is confirmed, until the one email is queued.';
comment on column waitlist.email_fingerprint is 'A keyed hash of the address in lower case, by which it is found.';
comment on column waitlist.language is 'The language that the visitor had.';
comment on column waitlist.token_hash is 'The hash of the newest link that confirms the address. Null once it was used.';
comment on column waitlist.stored_until is 'When the row is removed.';
comment on table stock_arrivals is 'IDs that came in while somebody waited for their product. A chore queues the emails and removes the rows.';
comment on function record_stock_arrival() is 'Records how many IDs came in, if somebody waits for their product.';
