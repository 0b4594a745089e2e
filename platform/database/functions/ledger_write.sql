-- Adds one event to a product's chain and changes its counters.
-- Triggers call it, and the commands that change the secret or import an export. Only the owner may execute it.
CREATE OR REPLACE FUNCTION ledger_write(of_product text, of_event text, of_order text, prints bytea[], imported_by integer, held_by integer, delivered_by integer, withdrawn_by integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  chain_end record;
begin
  select * into chain_end from ledger_begin(of_product);
  select * into chain_end from ledger_append(of_product, of_event, of_order, prints, chain_end.last_seq, chain_end.last_mac);
  perform ledger_end(of_product, chain_end.last_seq, chain_end.last_mac, imported_by, held_by, delivered_by, withdrawn_by);
end $function$;
