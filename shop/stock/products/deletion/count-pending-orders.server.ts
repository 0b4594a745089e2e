import { and, count, eq, inArray } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { orders } from "./tables.server.ts";

/** How many orders of these products are pending. With their stock locked no new one can come. [S5.10] */
export async function pendingOrdersOf(tx: Tx, productIds: string[]): Promise<number> {
  const [row] = await tx
    .select({ pending: count() })
    .from(orders)
    .where(and(inArray(orders.productId, productIds), eq(orders.status, "pending")));
  return row?.pending ?? 0;
}
