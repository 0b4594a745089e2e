-- Who added an order that somebody shared to the own ones: an account that may read it and do nothing else.
-- A view is no owner: the order stays with the browser that placed it, or with its account.

create table order_views (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  added_at timestamptz not null,
  constraint order_views_once unique (order_id, user_id)
);
comment on table order_views is 'Accounts that may read an order which is not theirs, because they added it after opening its private link.';
create index order_views_of_user on order_views (user_id, added_at desc);
