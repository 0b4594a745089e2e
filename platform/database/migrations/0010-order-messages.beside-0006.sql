-- The conversation of an order between its buyer and the shop, and since when an order waits for whom.

create table order_messages (
  id text primary key,
  order_id text not null references orders,
  number integer not null check (number > 0),
  side text not null check (side in ('buyer', 'shop')),
  person_id text,
  text bytea,
  at timestamptz not null,
  erased_at timestamptz,
  constraint order_messages_number_key unique (order_id, number),
  constraint order_messages_text_unless_erased check ((text is null) = (erased_at is not null)),
  constraint order_messages_person_is_of_shop check (person_id is null or side = 'shop')
);
comment on table order_messages is E'What an order''s buyer and the shop wrote to each other.\nThe text is encrypted.';
comment on column order_messages.id is 'Its id: the same form sent twice has the same.';
comment on column order_messages.order_id is 'The order.';
comment on column order_messages.number is 'Its number in the order, from 1 without gaps.';
comment on column order_messages.side is 'Who wrote it: buyer or shop.';
comment on column order_messages.person_id is 'Which account of the shop, or API key, wrote it.';
comment on column order_messages.text is 'What was written; empty: it was erased.';
comment on column order_messages.at is 'When it was written.';
comment on column order_messages.erased_at is 'When it was erased.';

create table conversations (
  order_id text primary key references orders,
  waits_for text check (waits_for in ('buyer', 'shop')),
  waits_since timestamptz,
  last_at timestamptz not null,
  constraint conversations_wait_has_time check ((waits_for is null) = (waits_since is null))
);
comment on table conversations is 'The orders with messages, and for whom each waits.';
comment on column conversations.order_id is 'The order.';
comment on column conversations.waits_for is 'For whom the order waits: buyer or shop; empty: for nobody.';
comment on column conversations.waits_since is 'Since when.';
comment on column conversations.last_at is 'When its last message was written.';
create index conversations_newest on conversations (last_at desc, order_id desc);
create index conversations_waiting on conversations (waits_for, waits_since, order_id) where waits_for is not null;
