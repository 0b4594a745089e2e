-- HMAC-SHA256 with the ledger key that the connection carries. Without the key the stock cannot be changed.
CREATE OR REPLACE FUNCTION ledger_mac(message bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  pads text := current_setting('trackside.ledger_key', true);
begin
  if pads is null or length(pads) <> 256 then
    raise exception 'this connection has no key to the ledger, so it may not change the stock' using errcode = '55000';
  end if;
  return sha256(decode(substr(pads, 129), 'hex') || sha256(decode(substr(pads, 1, 128), 'hex') || message));
end $function$;
