-- Since when a product with many IDs is being deleted: it is hidden, and its IDs are set aside at that moment, some at a time.
alter table products add column leaving_at timestamptz;
