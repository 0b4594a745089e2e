import { asc, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { productStock } from "./tables.server.ts";

/**
 * Locks the stock of these products until the transaction ends, in key order, so that no two wait for each other. It is sent when it is called: what is asked after that
 * in the same breath is looked up behind the lock. [S4.2]
 */
export async function lockStock(tx: Tx, productIds: readonly string[]): Promise<void> {
  await tx
    .select({ productId: productStock.productId })
    .from(productStock)
    .where(sql`${productStock.productId} = any(${sql.param([...productIds])}::text[])`)
    .orderBy(asc(productStock.productId))
    .for("update")
    .prepare("lock-stock")
    .execute();
}
