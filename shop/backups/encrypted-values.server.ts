import type { ClientBase } from "pg";
import type { Place } from "#platform/encryption/vault.server.ts";
import { encryptedColumn, placeIn, selectEncrypted } from "#shop/encrypted-columns.server.ts";
import { columnsThatAre } from "#shop/secret/byte-columns.server.ts";

/**
 * Finds any value encrypted with the shop's secret, which may not be migrated yet; null if there
 * is none.
 */
export async function findEncrypted(client: Pick<ClientBase, "query">): Promise<{ place: Place; value: Buffer } | null> {
  for (const { table, column } of columnsThatAre("encrypted")) {
    const { rows: found } = await client.query<{ isThere: boolean }>(`select to_regclass($1) is not null as "isThere"`, [table]);
    if (!found[0]?.isThere) continue;
    const name = encryptedColumn(table, column);
    const { rows } = await client.query<{ "the value": Buffer }>(`${selectEncrypted(name)} limit 1`);
    if (rows[0]) return { place: placeIn(name, rows[0]), value: rows[0]["the value"] };
  }
  return null;
}
