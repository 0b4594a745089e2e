import { and, asc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { QueueNeeds } from "#shop/letters/queue-letter.server.ts";
import { tellOfOrder } from "#shop/notices/queue-notices.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { announceOrder } from "./announce-order.server.ts";
import { releaseHeld } from "./release-held.server.ts";
import { orders } from "./tables.server.ts";
import { writeToBuyer } from "./write-to-buyer.server.ts";

type Needs = Pick<Services, "db" | "live"> & QueueNeeds;

/** How many orders one round of the chore cancels at most; the next goes on. */
const LAPSED_AT_ONCE = 500;

/**
 * Cancels guests' `Request First` orders that nobody approved, and nobody paid, within the hours that the owner set, the oldest first; their IDs are free
 * again and their buyers are told. An order of the shop before does not lapse. Each in a transaction of its own: two processes share the work. Returns how many. [S4.1] [S4.3]
 */
export async function lapseOrders(services: Needs): Promise<number> {
  const { guestOrderHours } = await readSettings(services);
  if (guestOrderHours === 0) return 0;
  let lapsed = 0;
  while (lapsed < LAPSED_AT_ONCE && (await lapseOldest(services, guestOrderHours))) lapsed += 1;
  return lapsed;
}

const HOUR_MS = 60 * 60 * 1_000;

/** What lapses; its index holds nothing else. */
const lapsing = and(
  sql`${orders.status} = 'pending'`,
  isNull(orders.userId),
  sql`${orders.paymentMethod} = 'request'`,
  isNull(orders.paidAt),
  sql`not ${orders.movedIn}`,
);

async function lapseOldest(services: Needs, hours: number): Promise<boolean> {
  const at = services.now();
  const { id, requestCode, productId, productName, quantity, totalPaise, userId, email, createdAt } = orders;
  return services.db.transaction(async (tx) => {
    const [order] = await tx
      .select({ id, requestCode, productId, productName, quantity, totalPaise, userId, email })
      .from(orders)
      .where(and(lapsing, lt(createdAt, new Date(at.getTime() - hours * HOUR_MS))))
      .orderBy(asc(createdAt), asc(id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!order) return false;

    await releaseHeld(tx, order);
    await tx.update(orders).set({ status: "cancelled", cancelledAt: at, lapsedAfterHours: hours }).where(eq(id, order.id));
    await writeToBuyer(services, tx, order, "order-lapsed");
    await tellOfOrder(services, tx, order, "cancelled");
    await announceOrder(tx, order.requestCode);
    return true;
  });
}
