-- Marks a pending order while a payment for it is under review.
-- It locks the order: a transaction that reviews a payment locks its order first.
CREATE OR REPLACE FUNCTION mark_payment_to_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update orders o set has_payment_to_review = not o.has_payment_to_review
    where o.id in (old.order_id, new.order_id) and o.status = 'pending'
      and o.has_payment_to_review <> exists (select from payments p where p.order_id = o.id and p.state = 'review');
  return null;
end $function$;

CREATE TRIGGER payment_to_review_came AFTER INSERT ON payments FOR EACH ROW WHEN (new.state = 'review'::text AND new.order_id IS NOT NULL) EXECUTE FUNCTION mark_payment_to_review();

CREATE TRIGGER payment_to_review_changed AFTER UPDATE OF state, order_id ON payments FOR EACH ROW WHEN (old.state = 'review'::text OR new.state = 'review'::text) EXECUTE FUNCTION mark_payment_to_review();
