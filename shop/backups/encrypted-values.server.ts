import type { ClientBase } from "pg";
import { columnsThatAre } from "#shop/secret/bytes-kept.ts";

/** One value that was sealed with the shop's secret, whichever, in a database of any earlier shape; null where there is none yet. */
export async function findSealed(client: Pick<ClientBase, "query">): Promise<Buffer | null> {
  for (const { table, column } of columnsThatAre("sealed")) {
    const { rows: found } = await client.query<{ isThere: boolean }>(`select to_regclass($1) is not null as "isThere"`, [table]);
    if (!found[0]?.isThere) continue;
    const { rows } = await client.query<{ value: Buffer }>(`select ${column} as value from ${table} where ${column} is not null limit 1`);
    if (rows[0]) return rows[0].value;
  }
  return null;
}
