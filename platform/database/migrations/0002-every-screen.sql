-- What the owner can change, besides what was there before.
alter table shop_settings
  add column takes_request boolean not null default true,
  add column takes_amazon boolean not null default true,
  add column how_to_pay text not null default '',
  add column time_zone text not null default 'Asia/Kolkata',
  add column mails_ids boolean not null default false,
  add column mails_new_orders boolean not null default true,
  add column owner_email text,
  add check (takes_request or takes_amazon);

-- Who did what, and when: written in the transaction of the deed, never changed. The name is a copy, so that it outlives the account.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  admin_id text not null,
  admin_name text not null,
  deed text not null,
  subject_kind text not null,
  subject_id text not null,
  subject_name text not null,
  facts jsonb not null default '{}'
);
create index audit_entries_newest on audit_entries (at desc, id desc);
create index audit_entries_of_subject on audit_entries (subject_kind, subject_id, id);
create index audit_entries_of_admin on audit_entries (admin_id, id);

-- Letters, sent or kept. What is secret in one is filled in when it is sent or shown; the address is sealed.
create table letters (
  id text primary key,
  kind text not null,
  order_id text references orders on delete cascade,
  user_id text references users on delete cascade,
  recipient bytea,
  facts jsonb not null default '{}',
  state text not null check (state in ('kept', 'waiting', 'sent', 'failed')),
  tries integer not null default 0,
  last_problem text,
  created_at timestamptz not null,
  next_try_at timestamptz,
  sent_at timestamptz,
  check ((state = 'sent') = (sent_at is not null))
);
create index letters_newest on letters (created_at desc, id desc);
create index letters_failed on letters (created_at desc, id desc) where state = 'failed';
create index letters_waiting on letters (next_try_at) where state = 'waiting';
create index letters_of_order on letters (order_id) where order_id is not null;
create index letters_of_user on letters (user_id) where user_id is not null;

-- What visitors wrote to the shop. The address is sealed.
create table contact_messages (
  id text primary key,
  name text not null,
  email bytea not null,
  message text not null,
  user_id text references users on delete set null,
  created_at timestamptz not null,
  handled_at timestamptz
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);

-- A hidden product is not on sale, but nothing of it is gone.
alter table products add column hidden_at timestamptz;

-- How many free IDs left the shop with a deleted product, so that bringing it back can say how many it no longer finds.
alter table products add column removed_ids integer;
create index products_deleted on products (deleted_at) where deleted_at is not null;

-- When an order was paid, when its proof was sent again, and when it was handled, whichever way.
alter table orders
  add column paid_at timestamptz,
  add column proof_resent_at timestamptz,
  add column handled_at timestamptz generated always as (coalesce(processed_at, cancelled_at)) stored;
create index orders_handled on orders (handled_at desc, id desc) where handled_at is not null;
create index orders_handled_by_status on orders (status, handled_at desc, id desc) include (total_paise) where handled_at is not null;
create index orders_unpaid on orders (handled_at desc, id desc) where status = 'approved' and paid_at is null;
create index orders_paid on orders (handled_at desc, id desc) where paid_at is not null and handled_at is not null;
create index orders_paid_in_vain on orders (status, handled_at desc, id desc) where paid_at is not null and status in ('rejected', 'cancelled');
create index orders_placed on orders (created_at desc, id desc) include (total_paise);

-- An ID that was handed over, turned out dead and was replaced by another. The dead one is set aside as faulty and never sold again.
create table replacements (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  faulty_unit_id bigint not null unique references units,
  unit_id bigint not null unique references units,
  position integer not null,
  replaced_at timestamptz not null,
  check (faulty_unit_id <> unit_id)
);
create index replacements_of_order on replacements (order_id, id);

create index users_newest on users (created_at desc, id desc);

-- The newest password reset of an account: its token's hash alone, gone when it was used. A newer one takes its place.
create table password_resets (
  user_id text primary key references users on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
