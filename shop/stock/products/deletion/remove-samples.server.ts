import { and, asc, eq, isNull } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { pendingOrdersOf } from "./count-pending-orders.server.ts";
import { removeProducts } from "./remove-products.server.ts";

/** Deletes all sample products at once. Refuses `samplesHavePendingOrders`. For admins. [S5.10] */
export async function removeSamples(services: Pick<Services, "db" | "now">, visitor: Visitor): Promise<Result<null>> {
  if (!may(visitor, "manage-stock")) return rightMissing("manage-stock");

  return inTransaction(services.db, async (tx): Promise<Result<null>> => {
    const samples = await tx
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.isSample, true), isNull(products.deletedAt)))
      .orderBy(asc(products.id));
    const ids = samples.map(({ id }) => id);
    if (ids.length === 0) return ok(null);

    await lockStock(tx, ids);
    const pending = await pendingOrdersOf(tx, ids);
    if (pending > 0) return refused("samplesHavePendingOrders", { n: pending });

    const at = services.now();
    await signTransaction(tx, visitor);
    const { length: removed } = await removeProducts(tx, ids, at);
    const subject = { kind: "product", id: "samples", name: "Sample products" } as const;
    await recordAction(tx, visitor, { action: "samples-removed", subject, facts: { count: removed } }, at);
    await announce(tx, "stock");
    return ok(null);
  });
}
