-- Ends the connection that imports the old shop, unless a run that began after this one does.
CREATE OR REPLACE FUNCTION end_import(within_ms integer, run text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select pg_terminate_backend(l.pid, within_ms) from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = 6120025
    and l.database = (select oid from pg_database where datname = current_database())
    and not exists (select from old_shop_imports where state = 'running' and id <> run)
$function$;
