-- Has days counted again whose fees came or changed later.
CREATE OR REPLACE FUNCTION sales_of_money_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and old.order_id is distinct from new.order_id and old.order_id is not null then perform mark_sales(old.order_id); end if;
  if new.order_id is not null then perform mark_sales(new.order_id); end if;
  return null;
end $function$;

CREATE TRIGGER sales_of_credit_note_gain AFTER INSERT ON credit_notes FOR EACH ROW WHEN (new.issued_at < (now() - '00:30:00'::interval)) EXECUTE FUNCTION sales_of_money_change();

CREATE TRIGGER sales_of_payment_change AFTER UPDATE OF fee_paise, state, order_id, problem ON payments FOR EACH ROW WHEN (old.fee_paise IS DISTINCT FROM new.fee_paise OR old.state IS DISTINCT FROM new.state OR old.order_id IS DISTINCT FROM new.order_id OR old.problem IS DISTINCT FROM new.problem) EXECUTE FUNCTION sales_of_money_change();

CREATE TRIGGER sales_of_payment_gain AFTER INSERT ON payments FOR EACH ROW WHEN (new.state = ANY (ARRAY['matched'::text, 'refunded'::text])) EXECUTE FUNCTION sales_of_money_change();
