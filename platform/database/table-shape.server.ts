import type { ClientBase } from "pg";

/** What a copy of a table needs to know about it. */
export type TableShape = {
  name: string;
  /** Stored columns, without generated ones. */
  columns: string[];
  /** Identity columns. */
  numbered: string[];
};

/**
 * The tables of the shop's own schema, each after those that it references, so that they can be
 * filled in this order. Throws if two tables reference each other.
 */
export async function readShape(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { pointsAt: string[] }>(`
    select c.relname as name,
      coalesce((select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '{}') as columns,
      coalesce((select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) is not null), '{}') as numbered,
      coalesce((select array_agg(distinct t.relname::text) from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '{}') as "pointsAt"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = current_schema()
    order by c.relname`);

  const placed: TableShape[] = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const isPlaced = (name: string) => !waiting.some((table) => table.name === name);
    const next = waiting.filter(({ pointsAt }) => pointsAt.every(isPlaced));
    if (next.length === 0) throw new Error(`these tables point at each other: ${waiting.map(({ name }) => name).join(", ")}`);
    placed.push(...next.map(({ name, columns, numbered }) => ({ name, columns, numbered })));
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return placed;
}

/** Quotes an SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
