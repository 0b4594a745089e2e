-- What keeps the books and the ledger works as the owner of the database, whoever changes an ID: so the role with which the shop works needs no right to write them.
-- The rights of that role, whose name the shop knows, are given by the program (docs/decisions/0033).
do $$
declare
  of_owner text;
begin
  foreach of_owner in array array['units_entered', 'units_changed', 'units_erased', 'units_value_erased', 'free_units_came', 'free_units_went',
    'order_units_came', 'order_units_changed', 'order_units_went'] loop
    -- Else a temporary table of the same name would be written in the place of the shop's own.
    execute format('alter function %I() security definer set search_path = %I, pg_temp', of_owner, current_schema());
  end loop;
end $$;

-- Nobody but the owner says directly what became of an ID.
revoke execute on function ledger_write(text, text, text, bytea[], integer, integer, integer, integer) from public;
revoke execute on function ledger_begin(text) from public;
revoke execute on function ledger_append(text, text, text, bytea[], bigint, bytea) from public;
revoke execute on function ledger_end(text, bigint, bytea, integer, integer, integer, integer) from public;
