import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { recalledIn } from "#shop/orders/recalls/recall.ts";
import { isOrdinary } from "./ordinary.ts";

/**
 * Whether an order can be approved together with others: it is pending and ordinary, and all of its
 * IDs are reserved, none of them recalled.
 */
export function mayApproveWithOthers(order: AdminOrder): boolean {
  return order.status === "pending" && isOrdinary(order) && order.reservedIds.length === order.quantity && recalledIn(order) === 0;
}
