import { inArray, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { Result } from "#shop/refusal.ts";
import { orders } from "../tables.server.ts";
import { endBuyerPush } from "./buyer-push.server.ts";
import { changeBrowserOrders } from "./change-browser-orders.server.ts";
import { NO_BROWSER } from "./make-link.server.ts";

/**
 * Ends this browser's access to all guest orders that it placed or opened, also for whoever copied
 * its cookie, and their news by push with it. Their private links keep working. The place of the
 * browser that placed an order stays, empty, so that no later browser gets it. `atOnce` is the number of orders of a step.
 * [S12.11] [S6.6] [S14.11]
 */
export async function forgetBrowser(services: Pick<Services, "db">, visitor: Visitor, atOnce?: number): Promise<Result<null>> {
  await changeBrowserOrders(
    services,
    visitor.keys,
    async (tx, ids, hash) => {
      await endBuyerPush({ db: tx }, visitor);
      const first = sql`case when unlocked_by[1] = ${hash} then array[${NO_BROWSER}::bytea] else unlocked_by[1:1] end`;
      return tx
        .update(orders)
        .set({ unlockedBy: sql`${first} || array_remove(unlocked_by[2:], ${hash})` })
        .where(inArray(orders.id, ids));
    },
    atOnce === undefined ? {} : { atOnce },
  );
  // A browser without guest orders may hear of those of an account.
  return endBuyerPush(services, visitor);
}
