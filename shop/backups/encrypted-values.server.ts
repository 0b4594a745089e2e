import type { ClientBase } from "pg";
import type { Place } from "#platform/encryption/vault.server.ts";
import { encryptedColumn, encryptedColumns, placeIn } from "#shop/encrypted-columns.server.ts";
import { columnsThatAre } from "#shop/secret/byte-columns.server.ts";

/** Tables by the names that they had before migration 0049. */
const formerly = [
  { table: "letters", column: "recipient", now: "emails" },
  { table: "listeners", column: "secret", now: "subscriptions" },
];

/**
 * Finds any value encrypted with the shop's secret, in a database of any version; null if there is
 * none yet.
 */
export async function findEncrypted(client: Pick<ClientBase, "query">): Promise<{ place: Place; value: Buffer } | null> {
  const today = columnsThatAre("encrypted").map((one) => ({ ...one, now: one.table }));
  for (const { table, column, now } of [...today, ...formerly]) {
    const { rows: found } = await client.query<{ isThere: boolean }>(`select to_regclass($1) is not null as "isThere"`, [table]);
    if (!found[0]?.isThere) continue;
    const name = encryptedColumn(now, column);
    const naming = encryptedColumns[name].map((one) => `, ${one}`).join("");
    const { rows } = await client.query<{ "the value": Buffer }>(
      `select ${column} as "the value"${naming} from ${table} where ${column} is not null limit 1`,
    );
    if (rows[0]) return { place: placeIn(name, rows[0]), value: rows[0]["the value"] };
  }
  return null;
}
