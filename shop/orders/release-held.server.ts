import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { releaseUnits } from "#shop/stock/release-units.server.ts";
import { type OrderRow, orderUnits } from "./tables.server.ts";

/** Makes all IDs that an order holds available again. [S4.3] */
export async function releaseHeld(tx: Tx, order: Pick<OrderRow, "id" | "productId">): Promise<void> {
  await lockStock(tx, [order.productId]);
  const released = await tx
    .delete(orderUnits)
    .where(and(eq(orderUnits.orderId, order.id), isNull(orderUnits.deliveredAt)))
    .returning({ unitId: orderUnits.unitId });
  await releaseUnits(
    tx,
    order.productId,
    released.map(({ unitId }) => unitId),
  );
}
