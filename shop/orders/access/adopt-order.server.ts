import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { announceOrder } from "../announce-order.server.ts";
import { lockOrder } from "../lock-order.server.ts";
import { isBuyerOf, isOwner } from "../reading/find-order.server.ts";
import { orders } from "../tables.server.ts";

/**
 * Moves a guest's order into the account of a customer whose browser placed it. The private link
 * keeps working. Refuses a guest (`signInFirst`), any other browser, also one that opened the link
 * (`orderNotForYou`), and an order of another account (`orderHasOwner`). [S6.6]
 */
export async function adoptOrder(
  services: Pick<Services, "db">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<null, "signInFirst" | "orderNotForYou" | "orderHasOwner">> {
  if (visitor.kind === "guest") return refused("signInFirst");
  if (!(await isBuyerOf(services, visitor, requestCode))) return refused("orderNotForYou");

  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order || !isOwner(visitor, order)) return refused("orderNotForYou");
    if (order.userId !== null) return order.userId === visitor.userId ? ok(null) : refused("orderHasOwner");

    await tx.update(orders).set({ userId: visitor.userId }).where(eq(orders.id, order.id));
    await announceOrder(tx, requestCode);
    return ok(null);
  });
}
