import type { ClientBase } from "pg";
import { quoted } from "#platform/database/shape.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import type { Vault } from "#platform/vault.server.ts";
import { streamRows } from "#shop/verify/stream-rows.server.ts";
import type { Column } from "./bytes-kept.ts";

/** The vaults of the secret that goes and of the one that comes. */
export type Vaults = { from: Vault; to: Vault };

const ROWS_AT_ONCE = 1_000;

/** Step: opens everything that a column holds and seals it for the new secret; `seen` hears of each row. Stops at what cannot be opened. */
export async function sealAnew(
  client: ClientBase,
  { table, column }: Column,
  { from, to }: Vaults,
  seen: (rows: number) => void,
): Promise<void> {
  const key = await keyOf(client, table);
  const rows = streamRows<{ key: string; value: Buffer }>(
    client,
    `select ${quoted(key.name)}::text as key, ${quoted(column)} as value from ${quoted(table)} where ${quoted(column)} is not null`,
    { atOnce: ROWS_AT_ONCE },
  );
  const statement = `update ${quoted(table)} t set ${quoted(column)} = n.value
    from (select key::${key.type} as key, value from unnest($1::text[], $2::bytea[]) as n (key, value)) n where t.${quoted(key.name)} = n.key`;
  for await (const batch of inBatches(rows)) {
    const sealed = batch.map((row) => to.seal(opened(from, row.value, `${table} ${row.key}: its ${column}`)));
    await client.query(statement, [batch.map((row) => row.key), sealed]);
    seen(batch.length);
  }
}

/** Opens what was sealed, or says what cannot be opened. */
export function opened(vault: Vault, sealed: Buffer, name: string): string {
  try {
    return vault.open(sealed);
  } catch {
    throw new StartProblem(
      `${name} cannot be read with this shop's secret. Look with: npm run shop -- verify — or restore a backup of before. Nothing was changed.`,
    );
  }
}

/** The rows as they come, so many together. */
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

/** The one column by which a table knows its rows. */
async function keyOf(client: ClientBase, table: string): Promise<{ name: string; type: string }> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, null) as type from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where i.indrelid = $1::regclass and i.indisprimary`,
    [quoted(table)],
  );
  const [key] = rows;
  if (!key || rows.length > 1)
    throw new Error(`the table ${table} must know its rows by one column, so that what it seals can be sealed anew`);
  return key;
}
