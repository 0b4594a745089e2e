import { asc, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { preparedOnce } from "#platform/database/prepared.server.ts";
import { type Open, type Statement, written } from "#platform/database/statement.ts";
import { productStock } from "./tables.server.ts";

type Locked = { productIds: readonly string[] };

/**
 * Locks the stock of these products until the transaction ends, in key order, so that no two wait for each other. It is sent when it is called: what is asked after that
 * in the same breath is looked up behind the lock. [S4.2]
 */
export async function lockStock(tx: Tx, productIds: readonly string[]): Promise<void> {
  await preparedLock(tx).execute({ productIds });
}

/** The same as a statement: those that are sent behind it run behind the lock. */
export function lockOfStock(tx: Tx, productIds: readonly string[]): Statement {
  return writtenLock(tx)({ productIds });
}

const preparedLock = preparedOnce((tx: Tx) => locking(tx, { productIds: sql.placeholder("productIds") }).prepare("lock-stock"));
const writtenLock = preparedOnce((tx: Tx) => written<Locked>("lock-stock", (open) => locking(tx, open)));

/** The list comes by way of a subquery, so the plan is made once. */
function locking(tx: Tx, { productIds }: Open<Locked>) {
  return tx
    .select({ productId: productStock.productId })
    .from(productStock)
    .where(sql`${productStock.productId} = any(array(select unnest(${sql.param(productIds)}::text[])))`)
    .orderBy(asc(productStock.productId))
    .for("update");
}
