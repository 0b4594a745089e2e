-- Money that came in or went back is not deleted, and its amount and reference do not change.
CREATE OR REPLACE FUNCTION money_stays()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception '% are neither deleted nor changed in what was paid', tg_table_name using errcode = '55000', constraint = 'money_stays';
end $function$;

CREATE TRIGGER payments_are_not_emptied BEFORE TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION money_stays();

CREATE TRIGGER payments_stay BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION money_stays();

CREATE TRIGGER payments_stay_themselves BEFORE UPDATE OF source, reference, paise, currency ON payments FOR EACH ROW WHEN (old.source IS DISTINCT FROM new.source OR old.reference IS DISTINCT FROM new.reference OR old.paise IS DISTINCT FROM new.paise OR old.currency IS DISTINCT FROM new.currency) EXECUTE FUNCTION money_stays();

CREATE TRIGGER refunds_are_not_emptied BEFORE TRUNCATE ON refunds FOR EACH STATEMENT EXECUTE FUNCTION money_stays();

CREATE TRIGGER refunds_stay BEFORE DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION money_stays();

CREATE TRIGGER refunds_stay_themselves BEFORE UPDATE OF payment_id, paise ON refunds FOR EACH ROW WHEN (old.payment_id IS DISTINCT FROM new.payment_id OR old.paise IS DISTINCT FROM new.paise) EXECUTE FUNCTION money_stays();
