-- A pending order whose money an admin has to review stands on top of the queue like a paid one. A
-- payment that comes to be under review, or stops being so, marks its order.

alter table orders add column has_payment_to_review boolean not null default false;
comment on column orders.has_payment_to_review is 'Whether an admin has to review a payment for it, while it is pending: the amount or the currency differs.';
update orders o set has_payment_to_review = true
  where o.status = 'pending' and exists (select from payments p where p.order_id = o.id and p.state = 'review');

create function mark_payment_to_review() returns trigger language plpgsql as $$
begin
  update orders o set has_payment_to_review = not o.has_payment_to_review
    where o.id in (old.order_id, new.order_id) and o.status = 'pending'
      and o.has_payment_to_review <> exists (select from payments p where p.order_id = o.id and p.state = 'review');
  return null;
end $$;
comment on function mark_payment_to_review() is E'Marks a pending order while a payment for it is under review.\nIt locks the order: a transaction that reviews a payment locks its order first.';

create trigger payment_to_review_came after insert on payments for each row
  when (new.state = 'review' and new.order_id is not null) execute function mark_payment_to_review();
create trigger payment_to_review_changed after update of state, order_id on payments for each row
  when (old.state = 'review' or new.state = 'review') execute function mark_payment_to_review();

drop index orders_pending_queue;
create index orders_pending_queue on orders ((paid_at is null and not has_payment_to_review), created_at, id) where status = 'pending';
drop index orders_pending_to_review;
create index orders_pending_to_review on orders (created_at, id)
  where status = 'pending' and (paid_at is not null or has_payment_to_review or utr is not null or payment_method = 'amazon');
