import type { ClientBase } from "pg";
import { quoted } from "#platform/database/table-shape.server.ts";
import type { Place, Vault } from "#platform/encryption/vault.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { encryptedColumn, placeIn, selectEncrypted } from "#shop/encrypted-columns.server.ts";
import { streamRows } from "#shop/verify/stream-rows.server.ts";
import type { Column } from "./byte-columns.server.ts";

/** The vaults of the old and the new secret. */
export type Vaults = { from: Vault; to: Vault };

const ROWS_AT_ONCE = 1_000;

/**
 * Re-encrypts all values of a column for the new secret; `seen` is called with the number of rows.
 * Throws at the first value that cannot be decrypted.
 */
export async function reencrypt(
  client: ClientBase,
  { table, column }: Column,
  { from, to }: Vaults,
  seen: (rows: number) => void,
): Promise<void> {
  const key = await keyOf(client, table);
  const name = encryptedColumn(table, column);
  const rows = streamRows<{ "the key": string; "the value": Buffer }>(
    client,
    selectEncrypted(name, [`${quoted(key.name)}::text as "the key"`]),
    { atOnce: ROWS_AT_ONCE },
  );
  const statement = `update ${quoted(table)} t set ${quoted(column)} = n.value
    from (select key::${key.type} as key, value from unnest($1::text[], $2::bytea[]) as n (key, value)) n where t.${quoted(key.name)} = n.key`;
  for await (const batch of inBatches(rows)) {
    const encrypted = batch.map(({ "the key": at, "the value": value, ...row }) => {
      const place = placeIn(name, row);
      return to.encrypt(place, decrypted(from, place, value, `${table} ${at}: its ${column}`));
    });
    await client.query(statement, [batch.map((row) => row["the key"]), encrypted]);
    seen(batch.length);
  }
}

/** Decrypts a value, or throws a `StartProblem` that names it. */
export function decrypted(vault: Vault, place: Place, encrypted: Buffer, name: string): string {
  try {
    return vault.decrypt(place, encrypted);
  } catch {
    throw new StartProblem(
      `${name} cannot be read with this shop's secret. Look with: npm run shop -- verify — or restore a backup of before. Nothing was changed.`,
    );
  }
}

/** Groups rows into batches. */
export async function* inBatches<Row>(rows: AsyncIterable<Row>, atOnce: number = ROWS_AT_ONCE): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < atOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The primary key of a table, which must be a single column. */
async function keyOf(client: ClientBase, table: string): Promise<{ name: string; type: string }> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, null) as type from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where i.indrelid = $1::regclass and i.indisprimary`,
    [quoted(table)],
  );
  const [key] = rows;
  if (!key || rows.length > 1)
    throw new Error(`the table ${table} must know its rows by one column, so that its values can be re-encrypted`);
  return key;
}
