import { letTakeLong } from "#platform/database/lift-timeouts.server.ts";
import { MIGRATION_LOCK } from "#platform/database/migrate.server.ts";
import type { Database } from "#platform/database/open.server.ts";
import type { Vault } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { upgradeIds } from "#shop/stock/books/upgrade-ids.server.ts";
import { holdBackFree } from "#shop/stock/restored/hold-back.server.ts";

/** Who is informed of an upgrade: the log and the operator. */
type Informed = Pick<Services, "log"> & { say: (line: string) => void };

/**
 * Changes rows of an earlier version that only the program can change, because it takes the secret.
 * Resumes where an earlier start broke off; the backup before the update holds the old rows. One
 * process at a time. If nothing is left to do it costs one query.
 */
export async function upgradeRows(db: Database, vault: Vault, { log, say }: Informed): Promise<void> {
  const client = await db.$client.connect();
  try {
    await letTakeLong(client);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const upgraded = await upgradeIds(client, vault);
    if (!upgraded || upgraded.renamed + upgraded.twins === 0) return;
    log.info("IDs upgraded", upgraded);
    say(`${upgraded.renamed} IDs are now stored in their standard form.`);
    if (upgraded.twins > 0)
      say(
        `${upgraded.twins} IDs were in the shop twice, in two spellings. ${upgraded.left + upgraded.swapped} of them left the stock. npm run shop -- verify lists them all.`,
      );
    if (upgraded.stuck > 0)
      say(`${upgraded.stuck} pending orders reserve an ID that another order has. Add IDs, and approve those orders with other IDs.`);
  } finally {
    // The lock ends with the connection.
    client.release(true);
  }
}

/**
 * Holds back the free IDs of a shop that was restored and not settled, before anybody can order.
 * [S3.2]
 */
export async function holdBackRestored(db: Database): Promise<void> {
  const client = await db.$client.connect();
  try {
    await letTakeLong(client);
    await client.query("begin");
    await holdBackFree(client);
    await client.query("commit");
  } finally {
    // A transaction that failed ends with the connection.
    client.release(true);
  }
}
