import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";

type RestoreSubject = { kind: "settings"; id: "restore"; name: string };

/**
 * Locks the stock of every product, in key order. Whatever holds an ID back or frees one waits.
 * [S4.2]
 */
export async function lockWholeStock(tx: Pick<Tx, "execute">): Promise<void> {
  await tx.execute(sql`select from product_stock order by product_id for update`);
}

/**
 * What an action on a restored shop is recorded under: the moment of its backup. Null if the shop
 * was not restored, or its IDs are being freed already.
 */
export async function restoreSubject(tx: Pick<Tx, "execute">): Promise<RestoreSubject | null> {
  const { rows } = await tx.execute<{ madeAt: Date | string }>(
    sql`select made_at as "madeAt" from restores where freeing_since is null order by id desc limit 1`,
  );
  return rows[0] ? { kind: "settings", id: "restore", name: `${new Date(rows[0].madeAt).toISOString().slice(0, 16)}Z` } : null;
}
