-- Accounts. The first four tables have the shape that Better Auth asks for; role and disabled are the shop's own.
create table users (
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  phone_number text,
  role text not null default 'customer' check (role in ('customer', 'admin')),
  disabled boolean not null default false,
  last_login_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  id text primary key,
  token text not null unique,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null,
  last_seen_at timestamptz,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);

create table credentials (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references users on delete cascade,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index credentials_of_user on credentials (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_by_identifier on verifications (identifier);

-- What the owner can change about the shop: one row.
create table shop_settings (
  only_row boolean primary key default true check (only_row),
  name text not null default 'Trackside',
  blurb text not null default 'Verified account IDs for train booking, handed over the moment your order is approved.',
  since_year integer not null default 2025 check (since_year between 1900 and 2200),
  support_email text,
  chat_url text,
  messaging_url text,
  id_checker_url text,
  admin_currency text not null default '₹' check (admin_currency in ('₹', '$')),
  updated_at timestamptz not null default now()
);
insert into shop_settings default values;

-- The catalogue. A deleted product keeps its row, because orders point at it.
create table products (
  id text primary key,
  name text not null check (name <> ''),
  price_paise bigint not null check (price_paise between 0 and 100000000),
  description text not null default '',
  image text not null default '',
  is_sample boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index products_on_sale on products (created_at, id) where deleted_at is null;

-- How many IDs of a product are free. Whoever changes a product's stock locks this row first.
create table product_stock (
  product_id text primary key references products,
  available integer not null default 0 check (available >= 0)
);

-- Every ID there ever was, once. The value is sealed; the fingerprint is keyed and finds a value again.
create table units (
  id bigint generated always as identity primary key,
  product_id text not null references products,
  value bytea not null,
  fingerprint bytea not null unique,
  imported_at timestamptz not null,
  set_aside text check (set_aside in ('faulty', 'removed')),
  set_aside_at timestamptz,
  check ((set_aside is null) = (set_aside_at is null))
);
create index units_of_product on units (product_id, id);

-- The IDs that can be sold now, and nothing else: claiming deletes a row, releasing inserts one.
create table free_units (
  product_id text not null,
  unit_id bigint not null references units,
  primary key (product_id, unit_id)
);

create table orders (
  id text primary key,
  request_code text not null unique check (request_code ~ '^REQ-[0-9A-Z]+$'),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  product_id text not null references products,
  product_name text not null,
  quantity integer not null check (quantity >= 1),
  price_paise bigint not null check (price_paise >= 0),
  total_paise bigint not null check (total_paise = price_paise * quantity),
  payment_method text not null check (payment_method in ('request', 'amazon')),
  gift_card_code bytea,
  gift_card_last4 text,
  proof_name text,
  proof_key text unique,
  payment_verified boolean,
  verification_note text,
  admin_note text,
  user_id text references users on delete set null,
  email bytea,
  access_key_hash bytea,
  unlocked_by bytea[] not null default '{}',
  idempotency_key bytea,
  idempotency_body bytea,
  created_at timestamptz not null,
  processed_at timestamptz,
  approved_by text,
  cancelled_at timestamptz,
  reason text,
  download_link text check (download_link ~ '^https?://'),
  check ((proof_name is null) = (proof_key is null)),
  check (gift_card_last4 is null or gift_card_code is not null),
  check ((idempotency_key is null) = (idempotency_body is null)),
  check (payment_method = 'amazon' or (gift_card_code is null and proof_key is null)),
  check ((status in ('approved', 'rejected')) = (processed_at is not null)),
  check ((status = 'approved') = (approved_by is not null)),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  check ((status = 'rejected') = (reason is not null)),
  check (status = 'approved' or download_link is null),
  check (cardinality(unlocked_by) <= 20)
);
create unique index orders_by_idempotency_key on orders (idempotency_key) where idempotency_key is not null;
create index orders_pending on orders (created_at, id) where status = 'pending';
create index orders_processed on orders (processed_at desc, id desc) where processed_at is not null;
create index orders_cancelled on orders (cancelled_at desc, id desc) where cancelled_at is not null;
create index orders_of_user on orders (user_id, created_at desc, id desc) where user_id is not null;
create index orders_of_product on orders (product_id) where status = 'pending';

-- The IDs that an order holds or was given. An ID stands here once at most, so it can never go to two orders.
create table order_units (
  unit_id bigint primary key references units,
  order_id text not null references orders,
  delivered_at timestamptz,
  position integer,
  check ((delivered_at is null) = (position is null))
);
create index order_units_of_order on order_units (order_id);
