import { eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { announceOrder } from "./announce-order.server.ts";
import { lockOrder } from "./lock-order.server.ts";
import { isBuyer } from "./orders.server.ts";
import { orders } from "./tables.server.ts";

/**
 * Ends a private link, and shuts out every browser that it opened. The buyer's own browser keeps the order; when an admin revokes, the browser
 * that placed it does. [S6.6]
 */
export async function revokeLink(
  services: Pick<Services, "db">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<null, "orderNotForYou">> {
  return services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, requestCode);
    const isItsBuyer = order !== null && isBuyer(visitor, order);
    if (!order || (!isItsBuyer && visitor.kind !== "admin")) return refused("orderNotForYou");

    const own = isItsBuyer && visitor.keys.browser ? Buffer.from(visitor.keys.browser, "hex") : order.unlockedBy[0];
    const unlockedBy = own ? sql`array[${own}::bytea]` : sql`'{}'::bytea[]`;
    await tx.update(orders).set({ accessKeyHash: null, unlockedBy }).where(eq(orders.id, order.id));
    await announceOrder(tx, requestCode);
    return granted(null);
  });
}
