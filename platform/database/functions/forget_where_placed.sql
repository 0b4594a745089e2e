-- The network that an order came from is forgotten once it is decided.
CREATE OR REPLACE FUNCTION forget_where_placed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.placed_from := null;
  new.placed_from_56 := null;
  new.placed_from_48 := null;
  return new;
end $function$;

CREATE TRIGGER orders_forget_where_placed BEFORE UPDATE OF status ON orders FOR EACH ROW WHEN (new.status <> 'pending'::text AND new.placed_from IS NOT NULL) EXECUTE FUNCTION forget_where_placed();
