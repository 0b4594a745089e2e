import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database, Tx } from "#platform/database/open.server.ts";
import { suppliers } from "../tables.server.ts";

/**
 * Returns the supplier of a name, which is added if it is new; null for an empty name. Upper and
 * lower case are the same name. Locks the supplier, so that it is not merged away meanwhile.
 * [S15.10]
 */
export async function nameSupplier(tx: Tx | Database, name: string): Promise<string | null> {
  if (name === "") return null;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${suppliers} as s (id, name) values (${randomUUID()}, ${name})
    on conflict (lower(name)) do update set name = s.name returning id`);
  return rows[0]?.id ?? null;
}
