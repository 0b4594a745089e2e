import { eq } from "drizzle-orm";
import { inOneBreath } from "#platform/database/in-one-breath.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { tellOfOrder } from "#shop/notices/queue-notices.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { announceOrder } from "./announce-order.server.ts";
import { lockOrder } from "./lock-order.server.ts";
import { isBuyer, isBuyerOf } from "./orders.server.ts";
import { mayBecome } from "./pending.ts";
import { releaseHeld } from "./release-held.server.ts";
import { orders } from "./tables.server.ts";

/**
 * Takes a pending order back: its customer, or a holder of its private link. An unknown code is refused like a stranger's try. Its IDs are
 * available again at once. [S4.1] [S4.3] [S6.2] [S6.6] [S6.7]
 */
export async function cancelOrder(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<null, "orderNotForYou" | "orderNotPending">> {
  if (!(await isBuyerOf(services, visitor, requestCode))) return refused("orderNotForYou");
  return services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
    const change = mayBecome(order.status, "cancelled");
    if (!change.ok) return change;

    await inOneBreath([
      tx.update(orders).set({ status: "cancelled", cancelledAt: services.now() }).where(eq(orders.id, order.id)),
      tellOfOrder(services, tx, order, "cancelled"),
      announceOrder(tx, requestCode),
      releaseHeld(tx, order),
    ]);
    return granted(null);
  });
}
