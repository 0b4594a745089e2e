-- Whether this transaction imports the old shop, which only the owner of the database may. Such orders get no receipt.
CREATE OR REPLACE FUNCTION is_importing()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select current_setting('trackside.importing', true) = '1' and has_table_privilege(session_user, 'ledger', 'insert')
$function$;
