import type { PendingOrder } from "#shop/orders/order.ts";

/** What tells whether an order's payment needs a judgement. */
export type Judged = Pick<PendingOrder<unknown, object>, "paymentMethod" | "proof" | "paymentVerified" | "paidAt"> & {
  hasPaymentToReview: boolean;
};

/**
 * Whether an order's payment needs no judgement: it is paid afterwards, its money came, or an admin
 * verified the gift card's proof. Money that is under review needs one.
 */
export function isOrdinary(order: Judged): boolean {
  if (order.hasPaymentToReview) return false;
  if (order.paymentMethod === "request") return true;
  if (order.paymentMethod !== "amazon") return order.paidAt !== null;
  return order.proof !== null && order.paymentVerified === true;
}
