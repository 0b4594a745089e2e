import { setTimeout as wait } from "node:timers/promises";
import type { ClientBase } from "pg";
import { StartProblem } from "../start-problem.ts";

const POLL_MS = 50;

/** Refuses a database that a running shop is connected to. Connections that are just ending get `patienceMs` for it. */
export async function requireNobodyThere(client: Pick<ClientBase, "query">, patienceMs = 0): Promise<void> {
  for (let waited = 0; ; waited += POLL_MS) {
    // A transaction would see who was there when it first looked.
    await client.query("select pg_stat_clear_snapshot()");
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name in ('trackside', 'trackside live')`,
    );
    if (rows[0]?.count === "0") return;
    if (waited >= patienceMs) throw new StartProblem("A shop is running on this database. Stop it first. Nothing was changed.");
    await wait(POLL_MS);
  }
}
