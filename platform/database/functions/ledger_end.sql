-- Stores the new end of a chain together with the counters that changed.
CREATE OR REPLACE FUNCTION ledger_end(of_product text, last_seq bigint, last_mac bytea, imported_by integer, held_by integer, delivered_by integer, withdrawn_by integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update product_stock s set
      imported = s.imported + imported_by, held = s.held + held_by, delivered = s.delivered + delivered_by,
      withdrawn = s.withdrawn + withdrawn_by, ledger_seq = last_seq, ledger_mac = last_mac,
      ledger_head = ledger_mac('\x02' || last_mac)
    where s.product_id = of_product;
  if nullif(current_setting('trackside.admin', true), '') is null then
    perform set_config('trackside.unsigned', '1', true);
  end if;
end $function$;
