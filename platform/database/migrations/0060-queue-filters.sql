-- The pending orders that are paid, or whose payment an admin has to review: few among many, so that
-- the filters of the queue and their counts do not read every pending order.

create index orders_pending_to_review on orders (created_at, id)
  where status = 'pending' and (paid_at is not null or utr is not null or payment_method = 'amazon');
