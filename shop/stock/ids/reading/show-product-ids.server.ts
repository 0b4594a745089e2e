import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordIdsShown } from "#shop/audit/ids-shown.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { lockProduct } from "#shop/stock/lock-product.server.ts";
import { batches } from "#shop/stock/tables.server.ts";
import { countIds } from "./read-ids.server.ts";

type Needs = Pick<Services, "db" | "now">;
type Answer = Promise<Result<null, "rightMissing" | "productNotFound">>;

/**
 * Shows a helper all IDs of a product for an hour, in its list and its imports, and records it with
 * how many there are. Asks for the rights to manage the stock and to see IDs; refuses
 * `productNotFound`. [S13.6]
 */
export async function showProductIds(services: Needs, visitor: Visitor, productId: string): Answer {
  if (!may(visitor, "manage-stock")) return rightMissing("manage-stock");
  if (!may(visitor, "see-ids")) return rightMissing("see-ids");
  return inTransaction(services.db, async (tx) => {
    const product = await lockProduct(tx, productId);
    if (!product) return refused("productNotFound");
    const count = await countIds({ db: tx }, productId, null);
    await recordIdsShown(tx, visitor, { kind: "product", id: productId, name: product.name }, count, services.now());
    return ok(null);
  });
}

/** The same for the product of an import. [S13.6] */
export async function showBatchIds(services: Needs, visitor: Visitor, batchId: string): Answer {
  const [batch] = await services.db.select({ productId: batches.productId }).from(batches).where(eq(batches.id, batchId));
  return showProductIds(services, visitor, batch?.productId ?? "");
}
