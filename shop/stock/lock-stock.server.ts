import { asc, inArray } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { productStock } from "./tables.server.ts";

/**
 * Locks the stock of these products until the transaction ends, in key order to avoid deadlocks.
 * [S4.2]
 */
export async function lockStock(tx: Tx, productIds: readonly string[]): Promise<void> {
  await tx
    .select({ productId: productStock.productId })
    .from(productStock)
    .where(inArray(productStock.productId, [...productIds]))
    .orderBy(asc(productStock.productId))
    .for("update");
}
