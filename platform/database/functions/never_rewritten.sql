-- The ledger is only ever added to.
CREATE OR REPLACE FUNCTION never_rewritten()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = '55000';
end $function$;

CREATE TRIGGER ledger_is_append_only BEFORE DELETE OR UPDATE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION never_rewritten();

CREATE TRIGGER ledger_is_not_emptied BEFORE TRUNCATE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION never_rewritten();
