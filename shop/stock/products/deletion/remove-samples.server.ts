import { and, asc, eq, isNull } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { removeProducts } from "#shop/stock/remove-products.server.ts";
import { pendingOrdersOf } from "./pending-orders-of.server.ts";

/** Takes all sample products off sale at once, and says how many. Refuses while one of them has a pending order. For admins. [S5.10] */
export async function removeSamples(services: Pick<Services, "db" | "now">, visitor: Visitor): Promise<Result<{ removed: number }>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  return services.db.transaction(async (tx): Promise<Result<{ removed: number }>> => {
    const samples = await tx
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.isSample, true), isNull(products.deletedAt)))
      .orderBy(asc(products.id));
    const ids = samples.map(({ id }) => id);
    if (ids.length === 0) return granted({ removed: 0 });

    await lockStock(tx, ids);
    const pending = await pendingOrdersOf(tx, ids);
    if (pending > 0) return refused("samplesHavePendingOrders", pending);

    const at = services.now();
    await signDeed(tx, visitor);
    const { length: removed } = await removeProducts(tx, ids, at);
    const subject = { kind: "product", id: "samples", name: "Sample products" } as const;
    await noteDeed(tx, visitor, { deed: "samples-removed", subject, facts: { count: removed } }, at);
    await announce(tx, "stock");
    return granted({ removed });
  });
}
