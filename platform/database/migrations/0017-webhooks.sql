-- Who is told what happens: other programs, each by a webhook, and chats of the owner's messaging app, each by its bot. The address is a web address, or the number
-- of a chat; the secret is what a webhook is signed with, or the token of the bot, sealed.
create table listeners (
  id text primary key,
  kind text not null check (kind in ('webhook', 'bot')),
  address text not null,
  secret bytea not null,
  events text[] not null check (cardinality(events) > 0),
  is_on boolean not null default true,
  created_at timestamptz not null
);

-- What happened, once for each who is told, and what came of telling it. The facts are plain words and numbers that are no secret.
create table notices (
  id text primary key,
  listener_id text not null references listeners on delete cascade,
  event text not null,
  facts jsonb not null,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  created_at timestamptz not null,
  next_try_at timestamptz,
  tried_at timestamptz,
  answer_status integer,
  answer_text text,
  problem text,
  check ((state = 'waiting') = (next_try_at is not null))
);
create index notices_newest on notices (created_at desc, id desc);
create index notices_failed on notices (created_at desc, id desc) where state = 'failed';
create index notices_waiting on notices (listener_id, next_try_at, id) where state = 'waiting';
create index notices_of_listener on notices (listener_id, created_at desc, id desc);

-- Products of which few IDs are left, and that it has been told: once, until there are more again. What is low already is not told.
create table low_stock (
  product_id text primary key references products on delete cascade,
  told_at timestamptz not null
);
insert into low_stock (product_id, told_at) select product_id, now() from product_stock where available <= 5;
