-- Until now an ID was known by its text as it stood, so that one ID could enter in two spellings. The program gives each ID the fingerprint of its canonical form, which
-- takes the secret. Where two rows are one ID the oldest has that fingerprint; the others keep the one of before and name the row that has it.
alter table units add column twin_of bigint;
create index units_twins on units (twin_of) where twin_of is not null;

-- How far the program is with what it changes in the rows of an earlier version, a step at a time.
create table upgrade_steps (
  name text primary key,
  after_id bigint not null default 0,
  finished_at timestamptz
);
insert into upgrade_steps (name) values ('canonical ids');

-- Of an ID that is here in two spellings nothing comes into the stock while an order has one of them, and what is no more than another spelling never does.
create function twins_stay_out() returns trigger language plpgsql as $$
declare
  leaving record;
begin
  if not exists (select from units where twin_of is not null) then
    return null;
  end if;
  for leaving in
    select n.product_id, array_agg(n.unit_id order by n.unit_id) as ids
    from new_free n join units u on u.id = n.unit_id
    where u.twin_of is not null or exists (select from units t join order_units h on h.unit_id = t.id where t.twin_of = u.id)
    group by 1 order by 1
  loop
    delete from free_units where product_id = leaving.product_id and unit_id = any(leaving.ids);
    update product_stock set available = available - cardinality(leaving.ids) where product_id = leaving.product_id;
    update units set set_aside = 'faulty', set_aside_at = now() where id = any(leaving.ids);
  end loop;
  return null;
end $$;
create trigger twins_stay_out after insert on free_units referencing new table as new_free for each statement execute function twins_stay_out();
