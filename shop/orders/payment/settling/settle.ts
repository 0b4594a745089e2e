import { HOUR_MS } from "#shop/constants.ts";
import type { Paise } from "#shop/money.ts";
import type { Order } from "#shop/orders/order.ts";
import { type PaymentProblem, type ProvenSource, RUPEES } from "#shop/payments/payment.ts";

/** Money that a provider's answer or a bank statement proves. [S10.2] */
export type Money = {
  source: ProvenSource;
  /** The provider's id of the payment, or the UTR. A payment counts once. */
  reference: string;
  /** The amount, in hundredths of its currency. */
  paise: Paise;
  /** Three capital letters. */
  currency: string;
  /** The provider's time. */
  paidAt: Date;
  /**
   * Whether it came when it was paid, though it is heard of now: a bank's line counts by its day.
   */
  countsWhenPaid?: boolean;
  /** Who paid, as the source says. */
  payer: string | null;
  /** All that a provider knows of who paid, for the limits of new buyers. It is not stored. */
  paidBy?: readonly string[];
  feePaise: Paise | null;
  /** What of it went back already, on the provider's own pages. It pays for nothing. */
  refundedPaise?: Paise;
  /** The id of the order that it is for; null if nothing tells. */
  orderId: string | null;
  /** The attempt that it came by, of that order. */
  attemptId: string | null;
};

/** The parts of a locked order that decide about its money. */
export type OrderToPay = Pick<Order, "status" | "paymentMethod" | "totalPaise"> & {
  /** What its buyer pays where that is not the total. */
  payablePaise: Paise | null;
  cancelledAt: Date | null;
  /** Whether a payment pays for it, or did until it was refunded. */
  isPaidFor: boolean;
  /** Whether that is money that came outside the shop, noted when some of it was refunded. [S15.6] */
  isPaidByHand?: boolean;
};

/** Where the IDs come from: the order's own, the free ones; `delivered`: it has them already. */
export type PaidFrom = "reserved" | "stock" | "delivered";

/** What becomes of money, before stock and limits are looked at. */
type MoneyFate =
  | { is: "pays"; from: PaidFrom }
  | { is: "review"; problem: Extract<PaymentProblem, "short" | "over" | "currency" | "unknown" | "duplicate"> }
  | { is: "refund due"; problem: Extract<PaymentProblem, "duplicate" | "rejected" | "late"> };

type Amount = Pick<Money, "paise" | "currency" | "refundedPaise">;

/** What an order's buyer has to pay. [S10.12] */
export function payableOf({ payablePaise, totalPaise }: Pick<OrderToPay, "payablePaise" | "totalPaise">): Paise {
  return payablePaise ?? totalPaise;
}

/**
 * Decides about money for an order, which is null if there is none. Money for a rejected order, for
 * one that is paid already, and for one that was cancelled more than `latePaymentHours` before `at`
 * goes back; with 0 hours also what a bank's line says was paid before that. Another amount or
 * currency is under review. [S10.5] [S10.8]
 */
export function fateOf(
  money: Amount,
  order: OrderToPay | null,
  { at, latePaymentHours }: { at: Date; latePaymentHours: number },
): MoneyFate {
  if (order === null) return { is: "review", problem: "unknown" };
  if (order.status === "rejected") return { is: "refund due", problem: "rejected" };
  // A gift card paid, so this is other money, also if some of the gift card's worth went back by hand.
  if (order.status === "approved" && order.paymentMethod === "amazon") return { is: "refund due", problem: "duplicate" };
  // It may be the money that was noted, of which a part went back: nobody owes it once more.
  if (order.isPaidByHand) return { is: "review", problem: "duplicate" };
  if (order.isPaidFor && order.status !== "cancelled") return { is: "refund due", problem: "duplicate" };
  const problem = amountProblem(money, payableOf(order));
  if (problem) return { is: "review", problem };
  if (order.status === "pending") return { is: "pays", from: "reserved" };
  if (order.status === "approved") return { is: "pays", from: "delivered" };

  const lateMs = at.getTime() - (order.cancelledAt?.getTime() ?? 0);
  const isLate = latePaymentHours === 0 || lateMs > latePaymentHours * HOUR_MS;
  return isLate ? { is: "refund due", problem: "late" } : { is: "pays", from: "stock" };
}

function amountProblem({ paise, currency, refundedPaise = 0 }: Amount, payable: Paise): "currency" | "short" | "over" | null {
  if (currency !== RUPEES) return "currency";
  if (paise - refundedPaise < payable) return "short";
  return paise > payable ? "over" : null;
}
