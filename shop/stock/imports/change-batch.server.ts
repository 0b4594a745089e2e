import { and, eq, ne } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { onProduct } from "../on-product.server.ts";
import { nameSupplier } from "../suppliers/name-supplier.server.ts";
import { batches } from "../tables.server.ts";
import type { BatchDetails } from "./import-form.ts";

/**
 * Changes the supplier of a batch, its note, and the cost of each of its IDs. A supplier that is new
 * is added. For admins. [S15.10]
 */
export async function changeBatch(
  services: Pick<Services, "db" | "now">,
  actor: Actor,
  batchId: string,
  { supplier, note, cost }: BatchDetails,
): Promise<Result<null>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const isListed = and(eq(batches.id, batchId), ne(batches.state, "draft"));
  const [batch] = await services.db.select({ productId: batches.productId }).from(batches).where(isListed);
  if (!batch) return refused("batchNotFound");
  return onProduct(services, actor, batch.productId, async (tx, record) => {
    const supplierId = await nameSupplier(tx, supplier);
    await tx.update(batches).set({ supplierId, note, costPaise: cost }).where(eq(batches.id, batchId));
    await record("import-changed", { supplier, note, costInPaise: cost });
    return ok(null);
  });
}
