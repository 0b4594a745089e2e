import { inArray, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Keys, Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { announceOrders } from "../announce-order.server.ts";
import { ADOPTED_AT_ONCE_MAX } from "../constants.ts";
import { browserHashes, idsOfBrowser } from "../reading/browser-orders.server.ts";
import { orders } from "../tables.server.ts";

/**
 * Moves the guest orders of this browser into the visitor's account, and returns how many. Their
 * private links keep working. Refuses a guest (`signInFirst`). [S12.1] [S6.6]
 */
export async function adoptBrowserOrders(services: Pick<Services, "db">, visitor: Visitor): Promise<Result<number, "signInFirst">> {
  if (visitor.kind === "guest") return refused("signInFirst");
  return ok(await moveBrowserOrders(services, visitor.keys, visitor.userId));
}

/**
 * Moves the guest orders that these browser keys open into an account. An order that somebody else
 * took first stays theirs. Returns how many were moved. [S12.1]
 */
export async function moveBrowserOrders({ db }: Pick<Services, "db">, keys: Keys, userId: string): Promise<number> {
  const hashes = browserHashes(keys);
  if (hashes.length === 0) return 0;
  // The row itself is checked too: a link may be revoked while this waits for the lock.
  const known = sql`${sql.param(hashes)}::bytea[]`;
  return inTransaction(db, async (tx) => {
    const found = await tx
      .select({ id: orders.id, requestCode: orders.requestCode })
      .from(orders)
      .where(
        sql`${orders.userId} is null and ${orders.unlockedBy} && ${known} and ${orders.id} in ${idsOfBrowser(known, ADOPTED_AT_ONCE_MAX)}`,
      )
      .orderBy(orders.id)
      .for("update");
    if (found.length === 0) return 0;
    const ids = found.map(({ id }) => id);
    await tx.update(orders).set({ userId }).where(inArray(orders.id, ids));
    await announceOrders(
      tx,
      found.map(({ requestCode }) => requestCode),
    );
    return found.length;
  });
}
