-- Adds rows of up to 2,000 fingerprints to a chain; each row's hash covers the row before it.
CREATE OR REPLACE FUNCTION ledger_append(of_product text, of_event text, of_order text, prints bytea[], INOUT last_seq bigint, INOUT last_mac bytea)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  by_admin text := nullif(current_setting('trackside.admin', true), '');
  total integer := cardinality(prints);
  begins integer := 1;
  slice bytea[];
  line text;
begin
  while begins <= total or (begins = 1 and of_event = 'rotated') loop
    slice := prints[begins:begins + 1999];
    begins := begins + 2000;
    last_seq := last_seq + 1;
    line := json_build_array(of_product, last_seq, of_event, of_order, by_admin, (extract(epoch from now()) * 1000000)::bigint, cardinality(slice))::text;
    last_mac := ledger_mac('\x01' || last_mac || convert_to(line, 'UTF8') ||
      coalesce((select string_agg(print, '' order by n) from unnest(slice) with ordinality as p (print, n)), ''));
    insert into ledger (product_id, seq, event, fingerprints, order_id, admin_id, at, mac)
      values (of_product, last_seq, of_event, slice, of_order, by_admin, now(), last_mac);
  end loop;
end $function$;
