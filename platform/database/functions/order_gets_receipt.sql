-- At commit: gives an order that was approved the next number of its financial year, and what went back before their credit notes.
-- It runs as the owner. The counter's row is locked last, so approvals wait for each other no longer than needed.
CREATE OR REPLACE FUNCTION order_gets_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  shop record;
  its_year integer;
  its_number integer;
begin
  if is_importing() then
    return null;
  end if;
  select coalesce(nullif(seller_name, ''), name) as seller, seller_address, gstin, hsn_code, gst_rate, time_zone into shop from shop_settings;
  its_year := financial_year(new.processed_at, shop.time_zone);
  -- The row stays locked until the commit, so the numbers of concurrent approvals follow each other.
  insert into receipt_counters as c (year, last) values (its_year, 1)
    on conflict (year) do update set last = c.last + 1 returning last into its_number;
  insert into receipts (order_id, year, number, issued_at, seller_name, seller_address, gstin, hsn_code, gst_rate)
    values (new.id, its_year, its_number, new.processed_at, shop.seller, shop.seller_address, shop.gstin, shop.hsn_code, shop.gst_rate);
  perform give_credit_notes(new.id);
  return null;
end $function$;

CREATE CONSTRAINT TRIGGER order_gets_receipt AFTER UPDATE OF status ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = 'approved'::text AND old.status <> 'approved'::text) EXECUTE FUNCTION order_gets_receipt();
