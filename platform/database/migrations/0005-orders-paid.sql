-- The sum of what was paid today and this month is read from an index alone.

create index orders_paid_at on orders (paid_at) include (total_paise, payable_paise)
  where status in ('pending', 'approved') and total_paise > 0 and paid_at is not null;
