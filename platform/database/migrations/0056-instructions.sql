-- What a buyer does with the IDs of a product, in each language. An order keeps the instructions as
-- they were when its IDs were delivered, whichever way delivers them.

create table instructions (
  product_id text not null references products (id),
  language text not null check (language ~ '^[a-z]{2}$'),
  html text not null check (html <> ''),
  updated_at timestamptz not null,
  primary key (product_id, language)
);

alter table orders add column instructions jsonb,
  add constraint orders_instructions_check check (instructions is null or (jsonb_typeof(instructions) = 'object' and status = 'approved'));

create function order_gets_instructions() returns trigger language plpgsql as $$
begin
  new.instructions := (select jsonb_object_agg(i.language, i.html) from instructions i where i.product_id = new.product_id);
  return new;
end $$;
create trigger order_gets_instructions before update of status on orders for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function order_gets_instructions();

comment on table instructions is 'What buyers do with the IDs of a product, one row per language. The HTML is sanitized.';
comment on column orders.instructions is 'The product''s instructions by language when the IDs were delivered, as sanitized HTML. Null means none.';
comment on function order_gets_instructions() is 'Copies the product''s instructions into an order that is approved.';
