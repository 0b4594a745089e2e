-- How many days after an order was handled its proof, its gift card code and the IDs that it was given are erased; 0: never.
alter table shop_settings
  add column erase_proofs_days integer not null default 0 check (erase_proofs_days between 0 and 1000000),
  add column erase_codes_days integer not null default 0 check (erase_codes_days between 0 and 1000000),
  add column erase_ids_days integer not null default 0 check (erase_ids_days between 0 and 1000000);

-- When that was done.
alter table orders
  add column proof_erased_at timestamptz,
  add column code_erased_at timestamptz,
  add column ids_erased_at timestamptz,
  add constraint orders_erased_proofs_are_gone check (proof_erased_at is null or (proof_key is null and status <> 'pending')),
  add constraint orders_erased_codes_are_gone check (code_erased_at is null or (gift_card_code is null and status <> 'pending')),
  add constraint orders_erased_ids_were_given check (ids_erased_at is null or status = 'approved');
create index orders_with_proof on orders (handled_at, id) where proof_key is not null and handled_at is not null;
create index orders_with_code on orders (handled_at, id) where gift_card_code is not null and handled_at is not null;
create index orders_with_ids on orders (handled_at, id) where status = 'approved' and ids_erased_at is null;

-- Of an erased ID the row and the fingerprint stay, by which it is known again; nobody can read it any more.
alter table units
  alter column value drop not null,
  add column erased_at timestamptz,
  add constraint units_erased_have_no_value check ((value is null) = (erased_at is not null));

create function units_value_erased() returns trigger language plpgsql as $$
declare
  erased record;
begin
  if not exists (select from old_units o join new_units n using (id) where o.erased_at is distinct from n.erased_at) then
    return null;
  end if;
  if exists (select from old_units o join new_units n using (id) where o.erased_at is not null and n.erased_at is distinct from o.erased_at) then
    raise exception 'an ID that was erased does not come back' using errcode = '23514', constraint = 'erased_for_good';
  end if;
  for erased in
    select n.product_id, array_agg(n.fingerprint order by n.id) as prints
    from old_units o join new_units n using (id) where o.erased_at is null and n.erased_at is not null group by 1 order by 1
  loop
    perform ledger_write(erased.product_id, 'erased', null, erased.prints, 0, 0, 0, 0);
  end loop;
  if exists (
    select from old_units o join new_units n using (id)
    where o.erased_at is null and n.erased_at is not null and (
      exists (select from free_units f where f.product_id = n.product_id and f.unit_id = n.id) or
      exists (select from order_units h where h.unit_id = n.id and h.delivered_at is null))
  ) then
    raise exception 'an ID that was not handed over cannot be erased' using errcode = '23514', constraint = 'erased_for_good';
  end if;
  return null;
end $$;
create trigger units_value_erased after update on units referencing old table as old_units new table as new_units
  for each statement execute function units_value_erased();
