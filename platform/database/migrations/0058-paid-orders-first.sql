-- The queue shows paid orders that wait for an admin on top. One index has it in this order, and
-- replaces the one by time alone.

create index orders_pending_queue on orders ((paid_at is null), created_at, id) where status = 'pending';
drop index orders_pending;
