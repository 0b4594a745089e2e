-- Suppliers of IDs. The sources that owners wrote at imports become suppliers; from now on that column is a note.

create table suppliers (
  id text primary key,
  name text not null constraint suppliers_name_check check (name = btrim(name) and length(name) between 1 and 100),
  hidden_at timestamptz
);
create unique index suppliers_by_name on suppliers (lower(name));
comment on table suppliers is 'Where imported IDs come from.';
comment on column suppliers.id is 'Its id.';
comment on column suppliers.name is 'Its name. No two names differ in upper and lower case alone.';
comment on column suppliers.hidden_at is 'When it was hidden: imports do not offer it any more.';

alter table batches add column supplier_id text references suppliers;
comment on column batches.supplier_id is 'The supplier; empty: nobody said.';
comment on column batches.source is 'A note about them, in the owner''s words.';
create index batches_of_supplier on batches (supplier_id) where supplier_id is not null;

insert into suppliers (id, name)
  select gen_random_uuid()::text, left(min(btrim(source)), 100) from batches where btrim(source) <> '' group by lower(left(btrim(source), 100));
update batches b set supplier_id = s.id, source = '' from suppliers s where lower(s.name) = lower(left(btrim(b.source), 100));
comment on column audit_entries.subject_kind is 'What it was done to: order, payment, product, supplier, account, settings, email, subscription, apiKey or message.';
