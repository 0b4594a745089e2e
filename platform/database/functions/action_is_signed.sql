-- Refuses an admin's audit entry if the transaction has changed stock without naming an admin to the ledger,
-- or if it names another admin.
CREATE OR REPLACE FUNCTION action_is_signed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_setting('trackside.unsigned', true) = '1' or coalesce(nullif(current_setting('trackside.admin', true), ''), new.admin_id) <> new.admin_id then
    raise exception 'the stock was changed before the ledger was told by whom' using errcode = '55000';
  end if;
  return null;
end $function$;

CREATE TRIGGER action_is_signed AFTER INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION action_is_signed();
