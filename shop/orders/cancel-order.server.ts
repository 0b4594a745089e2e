import { sql } from "drizzle-orm";
import { inOneTransaction, type ReadAlong, readNothing } from "#platform/database/one-transaction.server.ts";
import { type Open, written } from "#platform/database/statement.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noticeOfOrder } from "#shop/notices/queue-notices.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { lockOfStock } from "#shop/stock/lock-stock.server.ts";
import { announced, topicsOf } from "./announce-order.server.ts";
import { lockOrder } from "./lock-order.server.ts";
import { isBuyer, isBuyerOf } from "./orders.server.ts";
import { mayBecome } from "./pending.ts";
import { releaseOfHeld } from "./release-held.server.ts";
import { orders } from "./tables.server.ts";

/**
 * Takes a pending order back: its customer, or a holder of its private link. An unknown code is refused like a stranger's try. Its IDs are
 * available again at once. Tells what was `readAlong`. [S4.1] [S4.3] [S6.2] [S6.6] [S6.7]
 */
export async function cancelOrder<T = never>(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  requestCode: string,
  readAlong: ReadAlong<T> = readNothing,
): Promise<Result<T | null, "orderNotForYou" | "orderNotPending">> {
  if (!(await isBuyerOf(services, visitor, requestCode))) return refused("orderNotForYou");
  return inOneTransaction(services.db, async (tx, writeAndCommit) => {
    const order = await lockOrder(tx, requestCode);
    if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
    const change = mayBecome(order.status, "cancelled");
    if (!change.ok) return change;

    const statements = [
      cancelling({ id: order.id, at: services.now(), topics: topicsOf(requestCode) }),
      noticeOfOrder(services, order, "cancelled"),
      lockOfStock(tx, [order.productId]),
      releaseOfHeld(order),
    ];
    return granted(await writeAndCommit(statements, () => readAlong(tx)));
  });
}

const cancelling = written("cancel-order", ({ id, at, topics }: Open<{ id: string; at: Date; topics: string[] }>) =>
  announced(sql`update ${orders} set status = 'cancelled', cancelled_at = ${at}::timestamptz where id = ${id}`, topics),
);
