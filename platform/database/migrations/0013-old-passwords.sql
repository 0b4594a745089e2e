-- How the shop that an account came from hashed its passwords. The key is a secret of that shop and is sealed.
create table old_password_keys (
  number integer primary key generated always as identity,
  signer_key bytea not null,
  salt_separator text not null,
  rounds integer not null check (rounds between 1 and 8),
  mem_cost integer not null check (mem_cost between 1 and 14),
  kept_at timestamptz not null
);

-- Accounts whose e-mail address another one has now: they keep their orders, and nobody logs in to them.
create table set_aside_accounts (
  user_id text primary key references users on delete cascade,
  email text not null,
  set_aside_at timestamptz not null
);

-- How often an admin made a new private link for the order: each has a key of its own, so that one that was revoked stays so.
alter table orders add column link_number integer not null default 0 check (link_number >= 0);
