import type { ClientBase } from "pg";
import { createdTables, readMigrations } from "#platform/database/migrate.server.ts";
import { requireNobodyThere } from "#platform/database/no-connections.server.ts";
import { readShape } from "#platform/database/table-shape.server.ts";
import { StartProblem } from "#platform/start-problem.ts";

/** Tables whose rows show that a shop is in use and must not be overwritten. */
const signsOfLife = { products: "products", orders: "orders", users: "accounts" } as const;

const restoring = { what: "A backup is restored", command: "restore <file>" };

/**
 * Throws a `StartProblem` if the database contains a shop in use (any product, order or account),
 * tables of something else, or a running shop, or if it has no job queue and its role may not make
 * the schema for one, which a later step needs. A shop that was started but never used counts as
 * empty. `filling` supplies the words of the message.
 */
export async function requireEmptyTarget(client: ClientBase, filling = restoring): Promise<void> {
  await requireNobodyThere(client);
  await requireMayCreate(client);
  const there = (await readShape(client)).map(({ name }) => name);
  const ours = createdTables(await readMigrations());
  const stranger = there.find((name) => !ours.has(name));
  if (stranger !== undefined) {
    throw new StartProblem(
      `The database holds tables that are not this shop's, or of a newer version (${stranger}). Restore into a database of its own. Nothing was changed.`,
    );
  }
  for (const [table, word] of Object.entries(signsOfLife)) {
    if (!there.includes(table)) continue;
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
    if (Number(rows[0]?.count) === 0) continue;
    throw new StartProblem(
      `A shop lives here already: it has ${rows[0]?.count} ${word}. ${filling.what} into an empty place only, for example: DATA_DIR=./restored npm run shop -- ${filling.command}. Nothing was changed.`,
    );
  }
}

/** A schema of the job queue that is there already, with its tables, needs no such right. */
async function requireMayCreate(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ role: string; database: string; may: boolean }>(
    `select current_user as role, current_database() as database, has_database_privilege(current_database(), 'create')
      or exists (select from pg_class where relname = 'migrations' and relnamespace = to_regnamespace('graphile_worker')) as may`,
  );
  const [here] = rows;
  if (!here || here.may) return;
  throw new StartProblem(
    `The role ${here.role} may not make schemas in the database ${here.database}, which the shop's job queue needs. Make it the owner of that database. Nothing was changed.`,
  );
}
