import type { Paise } from "#shop/money.ts";
import type { Order } from "#shop/orders/order.ts";

/** What the buyer of a pending order still pays by UPI, and what they said about it. [S10.12] */
export type UpiPart = {
  payablePaise: Paise;
  /**
   * Whether the bank's line will show by its amount which order it is for. If not, a UTR is needed.
   */
  hasOwnAmount: boolean;
  /** Until when the IDs wait for the payment; null: no such end. */
  payBy: Date | null;
  /** The UTR that the buyer sent. A claim, no proof. */
  utr: string | null;
};

type Paying = Pick<Order, "status" | "paymentMethod" | "paidAt" | "totalPaise"> & {
  paymentAskedAt: Date | null;
  payablePaise: Paise | null;
  holdUntil: Date | null;
  utr: string | null;
  hasPaymentToReview: boolean;
};

/**
 * What is left to pay by UPI: for a pending order that was placed so, or whose buyer was asked to
 * pay, until its money came or an admin has to review a payment for it. Null otherwise. [S10.8]
 * [S10.12] [S10.17]
 */
export function upiPartOf(order: Paying): UpiPart | null {
  const isPaidSo = order.paymentMethod === "upi" || (order.paymentMethod === "request" && order.paymentAskedAt !== null);
  if (!isPaidSo || order.status !== "pending" || order.paidAt !== null || order.hasPaymentToReview) return null;
  const { payablePaise, totalPaise, holdUntil, utr } = order;
  return { payablePaise: payablePaise ?? totalPaise, hasOwnAmount: payablePaise !== null, payBy: holdUntil, utr };
}
