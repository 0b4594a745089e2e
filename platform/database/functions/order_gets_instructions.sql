-- Copies the product's instructions into an order that is approved.
CREATE OR REPLACE FUNCTION order_gets_instructions()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.instructions := (select jsonb_object_agg(i.language, i.html) from instructions i where i.product_id = new.product_id);
  return new;
end $function$;

CREATE TRIGGER order_gets_instructions BEFORE UPDATE OF status ON orders FOR EACH ROW WHEN (new.status = 'approved'::text AND old.status <> 'approved'::text) EXECUTE FUNCTION order_gets_instructions();
