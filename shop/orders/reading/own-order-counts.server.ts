import { count, eq, type SQL, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ORDERS_COUNTED_MAX } from "../constants.ts";
import type { OrderStatus } from "../order.ts";
import { orders } from "../tables.server.ts";
import type { OwnOrderCounts } from "./own-order-filter.ts";

/**
 * Counts a visitor's orders, in total and per status. A guest has none. `newest` counts among the
 * newest `ORDERS_COUNTED_MAX` and one more, which says that there are others, so its time does not
 * grow with the orders of a customer. [S2.20] [S2.21] [S6.2]
 */
export async function countOwnOrders({ db }: { db: Reading }, visitor: Visitor, which: "all" | "newest" = "all"): Promise<OwnOrderCounts> {
  if (visitor.kind === "guest") return noOrders;
  const ofUser = db.prepared(`own-order-counts-${which}`, (db) =>
    db
      .select({
        all: count(),
        pending: countOf("pending"),
        approved: countOf("approved"),
        rejected: countOf("rejected"),
        cancelled: countOf("cancelled"),
      })
      .from(which === "all" ? all : newest),
  );
  const [counts = noOrders] = await ofUser.execute({ userId: visitor.userId });
  return counts;
}

const own = sql`select status from ${orders} where ${eq(orders.userId, sql.placeholder("userId"))}`;
const all = sql`(${own}) as orders`;
const newest = sql`(${own} order by created_at desc, id desc limit ${sql.raw(String(ORDERS_COUNTED_MAX + 1))}) as orders`;

/** A filtered count; grouping by status takes PostgreSQL a fifth longer. */
function countOf(status: OrderStatus): SQL<number> {
  return sql`count(*) filter (where ${eq(orders.status, status).inlineParams()})`.mapWith(Number);
}

const noOrders: OwnOrderCounts = { all: 0, pending: 0, approved: 0, rejected: 0, cancelled: 0 };
