import type { ClientBase } from "pg";

/**
 * Drops all tables, views, functions and types of the current schema, except those of an extension.
 * Runs in the caller's transaction.
 */
export async function emptySchema(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    with own as (select oid from pg_namespace where nspname = current_schema()),
      extended as (select classid, objid from pg_depend where deptype = 'e')
    select format('drop %s if exists %s cascade',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, c.oid::regclass) as statement
      from pg_class c where relnamespace in (select oid from own) and relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition
        and not exists (select from extended where classid = 'pg_class'::regclass and objid = c.oid)
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i') and relkind = 'S')
    union all
    select format('drop %s if exists %s cascade', case prokind when 'a' then 'aggregate' when 'p' then 'procedure' else 'function' end, p.oid::regprocedure)
      from pg_proc p where pronamespace in (select oid from own)
        and not exists (select from extended where classid = 'pg_proc'::regclass and objid = p.oid)
    union all
    select format('drop type if exists %s cascade', t.oid::regtype)
      from pg_type t where typnamespace in (select oid from own) and typtype in ('e', 'd', 'r')
        and not exists (select from extended where classid = 'pg_type'::regclass and objid = t.oid)`);
  for (const { statement } of rows) await client.query(statement);
}
