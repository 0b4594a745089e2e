-- Creates the trigram indexes where the extension pg_trgm is available. Returns whether it is.
CREATE OR REPLACE FUNCTION index_searches()
 RETURNS boolean
 LANGUAGE plpgsql
 SET maintenance_work_mem TO '128MB'
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ops text;
begin
  begin
    create extension if not exists pg_trgm;
  exception when others then
    raise notice 'searches look at each row: %', sqlerrm;
    return false;
  end;
  select format('%I.gin_trgm_ops', n.nspname) into ops
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  execute format('create index if not exists products_searched on products using gin (searched %s)', ops);
  execute format('create index if not exists users_searched on users using gin (email %s, searched_text(name) %s, searched_text(id) %s)', ops, ops, ops);
  execute format('create index if not exists audit_entries_searched on audit_entries using gin (searched_text(subject_name) %s)', ops);
  execute format('create index if not exists order_texts_searched on order_texts using gin (text %s)', ops);
  execute format('create index if not exists ordered_names_searched on ordered_names using gin (name %s)', ops);
  return true;
end $function$;
