import { eq, type SQL, sql } from "drizzle-orm";
import type { OrderStatus } from "./order.ts";
import type { OwnOrderCounts } from "./own-order-filter.ts";
import { orders } from "./tables.server.ts";

/** How many orders there are, in all and in each status, for a select over the orders of one customer. [S2.20] [S2.21] */
export const orderCounts = sql<OwnOrderCounts>`json_build_object('all', count(${orders.id}), 'pending', ${countOf("pending")},
  'approved', ${countOf("approved")}, 'rejected', ${countOf("rejected")}, 'cancelled', ${countOf("cancelled")})`;

/** The counts of somebody who has no orders. [S6.2] */
export const noOrders: OwnOrderCounts = { all: 0, pending: 0, approved: 0, rejected: 0, cancelled: 0 };

function countOf(status: OrderStatus): SQL {
  return sql`count(*) filter (where ${eq(orders.status, status)})`;
}
