import type { ClientBase } from "pg";
import { type Migration, readMigrations } from "#platform/database/migrate.server.ts";
import type { Vault } from "#platform/encryption/vault.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { exportedTables } from "#shop/rows/exported-tables.server.ts";
import { wrongRows } from "#shop/rows/wrong-rows.server.ts";

type Restored = { client: ClientBase; vault: Pick<Vault, "decrypt"> };

/**
 * Validates the restored rows by the rules of the forms, in the caller's transaction. Rows of an
 * earlier version are checked after applying the missing migrations, which are rolled back
 * afterwards. Throws a `StartProblem` that names the table, row and column of the first wrong one.
 */
export async function requireCheckedRows({ client, vault }: Restored, migrations: readonly Migration[]): Promise<void> {
  const ran = new Set(migrations.map(({ name }) => name));
  const missing = (await readMigrations()).filter(({ name }) => !ran.has(name));
  await client.query("savepoint rows_restored");
  for (const { sql } of missing) await client.query(sql);
  // The planner has no statistics yet and would take these tables for empty.
  await client.query(`analyze ${[...new Set([...exportedTables.map(({ table }) => table), "order_units"])].join(", ")}`);
  const ask = (text: string, values: unknown[]) => client.query(text, values);
  for await (const { table, number, wrong } of wrongRows({ ask, vault }, exportedTables)) {
    throw new StartProblem(
      `${table}, row ${number}: ${wrong}. Nothing was restored. To restore the backup with such rows, add --with-faults; then npm run shop -- verify names them all.`,
    );
  }
  await client.query("rollback to savepoint rows_restored; release savepoint rows_restored");
}
