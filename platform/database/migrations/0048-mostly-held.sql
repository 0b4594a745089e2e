-- Of which products most is held is read by an index of these few. The column changes only where a product becomes one of them or ceases to be one, so an update of the
-- other counters stays as cheap as it was (HOT).
alter table product_stock add column is_mostly_held boolean not null
  generated always as (held >= 5 and held::bigint * 100 >= (held::bigint + available) * 80) stored;
create index product_stock_mostly_held on product_stock (product_id) where is_mostly_held;
