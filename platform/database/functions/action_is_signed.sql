-- An audit entry of an admin needs a ledger that names the same admin in the same transaction.
CREATE OR REPLACE FUNCTION action_is_signed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('trackside.unsigned', true) = '1' or coalesce(nullif(current_setting('trackside.admin', true), ''), new.admin_id) <> new.admin_id then
    raise exception 'the stock was changed before the ledger was told by whom' using errcode = '55000';
  end if;
  return null;
end $function$;

CREATE TRIGGER action_is_signed AFTER INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION action_is_signed();
