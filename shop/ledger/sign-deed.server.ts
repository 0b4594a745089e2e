import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { AskingAdmin } from "#shop/asker.ts";

/**
 * Step: names the admin whose deed the transaction is, so that the ledger says by whom. It comes before the stock is changed; the database refuses
 * an audited deed that changed stock without it.
 */
export async function signDeed(tx: Pick<Tx, "execute">, admin: AskingAdmin): Promise<void> {
  await tx.execute(sql`select set_config('trackside.admin', ${admin.userId}, true)`);
}
