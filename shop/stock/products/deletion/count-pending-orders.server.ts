import { and, count, eq, inArray } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { orders } from "#shop/orders/tables.server.ts";

/**
 * Counts the pending orders of these products. If their stock is locked, no new one can be placed.
 * [S5.10]
 */
export async function pendingOrdersOf(tx: Tx, productIds: string[]): Promise<number> {
  const [row] = await tx
    .select({ pending: count() })
    .from(orders)
    .where(and(inArray(orders.productId, productIds), eq(orders.status, "pending")));
  return row?.pending ?? 0;
}
