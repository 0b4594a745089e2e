import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { EnteredMeanwhile } from "./books/add-units.server.ts";
import { lockStock } from "./lock-stock.server.ts";

/**
 * Locks the stock of a product and of every product that one of these IDs was removed from, in key
 * order. The database's triggers lock both products too, but in the order of the rows, so two
 * imports in opposite directions would deadlock. Throws `EnteredMeanwhile` if another product is
 * involved once the locks are held. [S4.2]
 */
export async function lockOwners(tx: Tx, productId: string, prints: readonly Buffer[]): Promise<void> {
  if (prints.length === 0) return lockStock(tx, [productId]);
  const locked = [productId, ...(await ownersOfRemoved(tx, prints))];
  await lockStock(tx, locked);
  const isLocked = new Set(locked);
  // The transaction we waited for may have removed IDs of yet another product.
  if ((await ownersOfRemoved(tx, prints)).some((id) => !isLocked.has(id))) throw new EnteredMeanwhile();
}

async function ownersOfRemoved(tx: Pick<Tx, "execute">, prints: readonly Buffer[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct u.product_id as id from unnest(${sql.param(prints)}::bytea[]) as given (print)
      cross join lateral (select product_id, withdrawn from units where fingerprint = given.print offset 0) as u
    where u.withdrawn = 'removed'`);
  return rows.map(({ id }) => id);
}
