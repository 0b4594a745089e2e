import type { ClientBase } from "pg";
import { type Column, columnsThatAre } from "#shop/secret/byte-columns.ts";

/** Tables by the names that they had before migration 0049. */
const formerly: Column[] = [
  { table: "letters", column: "recipient" },
  { table: "listeners", column: "secret" },
];

/**
 * Finds any value encrypted with the shop's secret, in a database of any version; null if there is
 * none yet.
 */
export async function findEncrypted(client: Pick<ClientBase, "query">): Promise<Buffer | null> {
  for (const { table, column } of [...columnsThatAre("encrypted"), ...formerly]) {
    const { rows: found } = await client.query<{ isThere: boolean }>(`select to_regclass($1) is not null as "isThere"`, [table]);
    if (!found[0]?.isThere) continue;
    const { rows } = await client.query<{ value: Buffer }>(`select ${column} as value from ${table} where ${column} is not null limit 1`);
    if (rows[0]) return rows[0].value;
  }
  return null;
}
