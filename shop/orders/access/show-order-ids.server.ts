import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordIdsShown } from "#shop/audit/ids-shown.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { lockOrder } from "../lock-order.server.ts";
import { isRequestCode } from "../request-code.ts";
import { orderUnits } from "../tables.server.ts";

/**
 * Shows a helper the reserved or delivered IDs of an order for an hour, and records it. Asks for the
 * rights to read orders and to see IDs; refuses `orderNotFound`. [S13.6]
 */
export async function showOrderIds(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<null, "rightMissing" | "orderNotFound">> {
  if (!may(visitor, "read-orders")) return rightMissing("read-orders");
  if (!may(visitor, "see-ids")) return rightMissing("see-ids");
  if (!isRequestCode(requestCode)) return refused("orderNotFound");
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order) return refused("orderNotFound");
    const count = await tx.$count(orderUnits, eq(orderUnits.orderId, order.id));
    await recordIdsShown(tx, visitor, { kind: "order", id: order.id, name: requestCode }, count, services.now());
    return ok(null);
  });
}
