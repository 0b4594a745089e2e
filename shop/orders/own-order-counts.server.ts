import { count, eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { OwnOrderCounts } from "./own-order-filter.ts";
import { orders } from "./tables.server.ts";

/** How many orders the visitor has, in all and in each status; a guest has none here. [S2.20] [S2.21] [S6.2] */
export async function countOwnOrders({ db }: Pick<Services, "db">, visitor: Visitor): Promise<OwnOrderCounts> {
  const counts: OwnOrderCounts = { all: 0, pending: 0, approved: 0, rejected: 0, cancelled: 0 };
  if (visitor.kind === "guest") return counts;

  const rows = await db
    .select({ status: orders.status, number: count() })
    .from(orders)
    .where(eq(orders.userId, visitor.userId))
    .groupBy(orders.status);
  for (const { status, number } of rows) {
    counts[status] = number;
    counts.all += number;
  }
  return counts;
}
