-- Finds the guest orders that a browser may read: those that it placed and that ended, newest first,
-- and those that it opened by a private link. An index on `unlocked_by[1]` has its pending ones already.
-- Placing an order adds to neither index.

create index orders_ended_of_browser on orders ((unlocked_by[1]), created_at desc, id desc)
  where status <> 'pending' and user_id is null and unlocked_by[1] is not null;

create index orders_opened_by_link on orders using gin (unlocked_by)
  where user_id is null and cardinality(unlocked_by) > 1;
