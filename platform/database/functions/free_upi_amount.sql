-- An order that ends keeps its own UPI amount for 72 hours, so that late money is not taken for another order's. It is free
-- at once where nobody can have paid it: its page was never shown, or the order ended within 5 minutes.
CREATE OR REPLACE FUNCTION free_upi_amount()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ended_at timestamptz := coalesce(new.handled_at, now());
  is_approved boolean := new.status = 'approved';
begin
  update upi_amounts a set
    free_at = case
      when not is_approved and new.utr is null and not exists (select from payments p where p.order_id = new.id)
        and (a.is_unseen or ended_at < coalesce(new.payment_asked_at, new.created_at) + interval '5 minutes')
      then ended_at else now() + interval '72 hours' end,
    taken_from = case when not is_approved then a.taken_from end,
    taken_from_56 = case when not is_approved then a.taken_from_56 end,
    taken_from_48 = case when not is_approved then a.taken_from_48 end
  where a.order_id = new.id;
  return null;
end $function$;

CREATE TRIGGER free_upi_amount AFTER UPDATE OF status ON orders FOR EACH ROW WHEN (old.status = 'pending'::text AND new.payable_paise IS NOT NULL) EXECUTE FUNCTION free_upi_amount();
