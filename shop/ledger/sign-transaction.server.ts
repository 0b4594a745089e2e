import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { ActingAdmin } from "#shop/actor.ts";

/**
 * Tells the database which admin acts in this transaction, for the ledger. Call it before changing
 * the stock: the database refuses an audited change of the stock without it.
 */
export async function signTransaction(tx: Pick<Tx, "execute">, { userId }: Pick<ActingAdmin, "userId">): Promise<void> {
  await tx.execute(sql`select set_config('trackside.admin', ${userId}, true)`);
}
