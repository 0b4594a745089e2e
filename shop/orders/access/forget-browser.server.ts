import { inArray, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { announceOrders } from "../announce-order.server.ts";
import { ADOPTED_AT_ONCE_MAX } from "../constants.ts";
import { browserHashes, idsOfBrowser } from "../reading/browser-orders.server.ts";
import { orders } from "../tables.server.ts";
import { NO_BROWSER } from "./make-link.server.ts";

/**
 * Ends this browser's access to all guest orders that it placed or opened, also for whoever copied
 * its cookie. Their private links keep working. The place of the browser that placed an order stays,
 * empty, so that no later browser gets it. [S12.11] [S6.6]
 */
export async function forgetBrowser({ db }: Pick<Services, "db">, visitor: Visitor): Promise<Result<null>> {
  const hashes = browserHashes(visitor.keys);
  if (hashes.length === 0) return ok(null);
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
    if (found.length === 0) return ok(null);
    const others = sql`array(select hash from unnest(unlocked_by[2:]) with ordinality as rest(hash, place)
      where hash <> all(${known}) order by place)`;
    const first = sql`case when unlocked_by[1] = any(${known}) then array[${NO_BROWSER}::bytea] else unlocked_by[1:1] end`;
    const ids = found.map(({ id }) => id);
    await tx
      .update(orders)
      .set({ unlockedBy: sql`${first} || ${others}` })
      .where(inArray(orders.id, ids));
    await announceOrders(
      tx,
      found.map(({ requestCode }) => requestCode),
    );
    return ok(null);
  });
}
