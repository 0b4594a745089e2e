import type { Client } from "pg";
import { MIGRATION_LOCK } from "#platform/database/migrate.server.ts";
import type { Files } from "#platform/files/files.ts";

/**
 * Fills an empty shop in one long transaction, during which nobody else can migrate the database.
 * All or nothing: `work` adds each file to `written` before writing it, and they are removed if it
 * fails.
 */
export async function fillTarget(client: Client, files: Files, work: (written: string[]) => Promise<void>): Promise<void> {
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
    // A commit without an answer may have succeeded; then the files are needed. Otherwise the sweep
    // removes them in a day.
    if (!isCommitting) for (const key of written) await files.remove(key);
    throw error;
  }
}
