import { desc, eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { orders, orderViews } from "../tables.server.ts";
import { orderWithIds, wholeView } from "./find-order.server.ts";
import type { WholeOrder } from "./order-view.ts";

/**
 * Lists the orders of others that this account added to its own, at most a page, the last added
 * first. A guest has none. [S6.6]
 */
export async function listViewedOrders(services: Pick<Services, "db" | "vault">, visitor: Visitor): Promise<WholeOrder[]> {
  if (visitor.kind === "guest") return [];
  const ofUser = services.db.prepared("viewed-orders", (db) =>
    db
      .select(orderWithIds)
      .from(orders)
      .innerJoin(orderViews, eq(orderViews.orderId, orders.id))
      .where(eq(orderViews.userId, sql.placeholder("userId")))
      .orderBy(desc(orderViews.addedAt), desc(orderViews.id))
      .limit(PAGE_SIZE),
  );
  const rows = await ofUser.execute({ userId: visitor.userId });
  return rows.map((row) => wholeView(services, visitor, row));
}
