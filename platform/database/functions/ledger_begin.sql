-- Locks a product's stock row and returns the end of its chain. Refuses a connection whose key belongs to an earlier secret.
CREATE OR REPLACE FUNCTION ledger_begin(of_product text, OUT last_seq bigint, OUT last_mac bytea)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select s.ledger_seq, s.ledger_mac into last_seq, last_mac from product_stock s where s.product_id = of_product for update;
  if not found then
    raise exception 'product % has no stock row', of_product using errcode = '23503';
  end if;
  if exists (select from key_check where ledger_check is not null and ledger_check <> ledger_mac('\x03')) then
    raise exception 'the key of this connection is that of an earlier secret' using errcode = '55000';
  end if;
end $function$;
