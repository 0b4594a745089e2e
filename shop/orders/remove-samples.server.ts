import { and, asc, eq, isNull } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { dropImage } from "#shop/catalogue/drop-image.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { removeProducts } from "#shop/stock/remove-products.server.ts";
import { pendingOrdersOf } from "./pending-orders-of.server.ts";

type Needs = Pick<Services, "db" | "files" | "log" | "now">;

/** Takes all sample products off sale at once, and says how many. Refuses while one of them has a pending order. For admins. [S5.10] */
export async function removeSamples(services: Needs, visitor: Visitor): Promise<Result<{ removed: number }>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  const removal = await services.db.transaction(async (tx): Promise<Result<string[]>> => {
    const samples = await tx
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.isSample, true), isNull(products.deletedAt)))
      .orderBy(asc(products.id));
    const ids = samples.map(({ id }) => id);
    if (ids.length === 0) return granted([]);

    await lockStock(tx, ids);
    const pending = await pendingOrdersOf(tx, ids);
    if (pending > 0) return refused("samplesHavePendingOrders", pending);

    const images = await removeProducts(tx, ids, services.now());
    await announce(tx, "stock");
    return granted(images);
  });
  if (!removal.ok) return removal;

  for (const image of removal.value) await dropImage(services, image);
  return granted({ removed: removal.value.length });
}
