import { type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Keys } from "#shop/accounts/visitor.ts";
import { announceOrders } from "../announce-order.server.ts";
import { BROWSER_ORDERS_AT_ONCE } from "../constants.ts";
import { browserHash, idsOfBrowser } from "../reading/browser-orders.server.ts";
import { orders } from "../tables.server.ts";

/**
 * Changes the locked orders with these ids, so that the browser with this hash does
 * not open them as before.
 */
type Change = (tx: Tx, ids: string[], hash: SQL) => Promise<unknown>;

/**
 * Changes all guest orders that this browser's key opens, or only those that it placed, and
 * returns how many. Many orders take several transactions, each with about `atOnce` of them.
 */
export async function changeBrowserOrders(
  { db }: Pick<Services, "db">,
  keys: Keys,
  change: Change,
  { atOnce = BROWSER_ORDERS_AT_ONCE, placedAlone = false } = {},
): Promise<number> {
  const hash = browserHash(keys);
  if (!hash) return 0;
  const known = sql`${hash}::bytea`;
  const isTheirs = placedAlone ? sql`${orders.unlockedBy}[1] = ${known}` : sql`${known} = any(${orders.unlockedBy})`;
  let changed = 0;
  let found = 0;
  do {
    found = await inTransaction(db, async (tx) => {
      // The row itself is checked too: a link may be revoked while this waits for the lock.
      const rows = await tx
        .select({ id: orders.id, requestCode: orders.requestCode })
        .from(orders)
        .where(sql`${orders.userId} is null and ${isTheirs} and ${orders.id} in ${idsOfBrowser(known, atOnce, { placedAlone })}`)
        .orderBy(orders.id)
        .for("update");
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id);
      await change(tx, ids, known);
      const codes = rows.map(({ requestCode }) => requestCode);
      await announceOrders(tx, codes);
      return rows.length;
    });
    changed += found;
  } while (found >= atOnce);
  return changed;
}
