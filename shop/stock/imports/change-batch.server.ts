import { and, eq, ne } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { BatchDetails } from "./import-form.ts";
import { onProduct } from "./on-product.server.ts";
import { batches } from "./tables.server.ts";

/** Writes down where an import is from and what each of its IDs cost. For admins. */
export async function changeBatch(
  services: Pick<Services, "db" | "now">,
  asker: Asker,
  batchId: string,
  { source, cost }: BatchDetails,
): Promise<Result<null>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  const isListed = and(eq(batches.id, batchId), ne(batches.state, "draft"));
  const [batch] = await services.db.select({ productId: batches.productId }).from(batches).where(isListed);
  if (!batch) return refused("batchNotFound");
  return onProduct(services, asker, batch.productId, async (tx, note) => {
    await tx.update(batches).set({ source, costPaise: cost }).where(eq(batches.id, batchId));
    await note("import-changed", { source, costInPaise: cost });
    return granted(null);
  });
}
