-- An imported order that had too few IDs is an ordinary one once it is decided.
CREATE OR REPLACE FUNCTION order_short_ends()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.short_by := null;
  return new;
end $function$;

CREATE TRIGGER order_short_ends BEFORE UPDATE OF status ON orders FOR EACH ROW WHEN (old.status = 'pending'::text AND new.status <> 'pending'::text AND new.short_by IS NOT NULL) EXECUTE FUNCTION order_short_ends();
