-- An order that ends keeps its own UPI amount for 72 hours, so that late money is not taken for another order's.
CREATE OR REPLACE FUNCTION free_upi_amount()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update upi_amounts set free_at = now() + interval '72 hours' where order_id = new.id;
  return null;
end $function$;

CREATE TRIGGER free_upi_amount AFTER UPDATE OF status ON orders FOR EACH ROW WHEN (old.status = 'pending'::text AND new.payable_paise IS NOT NULL) EXECUTE FUNCTION free_upi_amount();
