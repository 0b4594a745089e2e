-- Clears short_by when a pending imported order is decided: once approved, it has exactly the IDs it ordered.
CREATE OR REPLACE FUNCTION order_short_ends()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.short_by := null;
  return new;
end $function$;

CREATE TRIGGER order_short_ends BEFORE UPDATE OF status ON orders FOR EACH ROW WHEN (old.status = 'pending'::text AND new.status <> 'pending'::text AND new.short_by IS NOT NULL) EXECUTE FUNCTION order_short_ends();
