import { eq, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { announceOrder } from "../announce-order.server.ts";
import { lockOrder } from "../lock-order.server.ts";
import { idsOfBrowser } from "../reading/browser-orders.server.ts";
import { isBuyer, isBuyerOf } from "../reading/find-order.server.ts";
import { orders } from "../tables.server.ts";

/**
 * Revokes a private link and removes the access of the browsers that opened it, except the one that
 * asks, and what push told them of it. Views that accounts were given stay: each is ended by itself.
 * The browser that placed the order always keeps its access, so that a person who was sent the link cannot lock the buyer out.
 * Strangers are refused (`orderNotForYou`) before anything is locked. [S6.6] [S6.7] [S14.11]
 */
export async function revokeLink(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<null, "orderNotForYou" | "rightMissing">> {
  const isAllowed: boolean = may(visitor, "answer-buyers") || (await isBuyerOf(services, visitor, requestCode));
  if (!isAllowed) return visitor.kind === "admin" ? rightMissing("answer-buyers") : refused("orderNotForYou");
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    const isItsBuyer = order !== null && isBuyer(visitor, order);
    if (!order || (!isItsBuyer && !may(visitor, "answer-buyers"))) return refused("orderNotForYou");

    const actor = isItsBuyer && visitor.keys.browser ? Buffer.from(visitor.keys.browser, "hex") : null;
    const others = actor ? sql`array[${actor}::bytea]` : sql`'{}'::bytea[]`;
    const unlockedBy = sql`unlocked_by[1:1] || array(select unnest(${others}) except select unlocked_by[1])`;
    await tx.update(orders).set({ accessKeyHash: null, unlockedBy }).where(eq(orders.id, order.id));
    const removed = order.unlockedBy.slice(1).filter((browser) => !actor?.equals(browser));
    await endIdlePush(tx, removed);
    if (!isItsBuyer && may(visitor, "answer-buyers")) {
      await recordAction(
        tx,
        visitor,
        { action: "link-revoked", subject: { kind: "order", id: order.id, name: requestCode } },
        services.now(),
      );
    }
    await announceOrder(tx, requestCode);
    return ok(null);
  });
}

/**
 * Removes the devices of those browsers, without an account, that open no guest order any more. Others
 * stay: they hear only of what they open. [S14.11]
 */
async function endIdlePush(tx: Tx, browsers: Buffer[]): Promise<void> {
  await tx.execute(sql`delete from push_devices d where d.user_id is null and d.browser_hash = any(${sql.param(browsers)}::bytea[])
    and not exists ${idsOfBrowser(sql`d.browser_hash`, 1)}`);
}
