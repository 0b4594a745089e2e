import type { Client } from "pg";
import { MIGRATION_LOCK } from "#platform/database/migrate.server.ts";
import type { Files } from "#platform/files/files.ts";

/**
 * Fills an empty place in one transaction that may take long, while nobody else changes the database's shape: all of it, or nothing. `work` names each file that
 * it writes in `written`, before it does: where it fails, they go again.
 */
export async function fillPlace(client: Client, files: Files, work: (written: string[]) => Promise<void>): Promise<void> {
  const written: string[] = [];
  await client.query("begin");
  let isCommitting = false;
  try {
    await client.query(
      "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '30s'",
    );
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await work(written);
    isCommitting = true;
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    // A commit that was not answered may have been done: then the files belong to it, and else they are swept in a day.
    if (!isCommitting) for (const key of written) await files.remove(key);
    throw error;
  }
}
