import { setTimeout as wait } from "node:timers/promises";
import type { ClientBase } from "pg";
import { StartProblem } from "../start-problem.ts";

const POLL_MS = 50;

/**
 * Refuses a database that a running shop is connected to. Waits up to `timeoutMs` for connections
 * that are just closing.
 */
export async function requireNobodyThere(client: Pick<ClientBase, "query">, timeoutMs = 0): Promise<void> {
  for (let waited = 0; ; waited += POLL_MS) {
    // An owner who is not a superuser cannot see what another role's connection is, so it may be
    // the shop's. Inside a transaction, the view would stay as it was first read.
    await client.query("select pg_stat_clear_snapshot()");
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and (application_name in ('trackside', 'trackside jobs', 'trackside live') or query = '<insufficient privilege>')`,
    );
    if (rows[0]?.count === "0") return;
    if (waited >= timeoutMs) throw new StartProblem("A shop is running on this database. Stop it first. Nothing was changed.");
    await wait(POLL_MS);
  }
}
