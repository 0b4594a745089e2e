import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { isOrdinary } from "./approval.ts";

/**
 * The outcome: the codes of the approved orders, and for each of the others why it was not
 * approved.
 */
export type SeveralApproved = { approved: string[]; failed: { requestCode: string; sentence: string }[] };

/**
 * Whether an order can be approved together with others: it is pending and ordinary, and all of its
 * IDs are reserved.
 */
export function mayApproveWithOthers(order: AdminOrder): boolean {
  return order.status === "pending" && isOrdinary(order) && order.reservedIds.length === order.quantity;
}
