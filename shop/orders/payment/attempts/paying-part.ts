import type { Paise } from "#shop/money.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import type { AttemptState, PaymentState, ProviderName } from "#shop/payments/payment.ts";

/** How the payment of an order by a provider stands, for its buyer. [S10.3] */
export type PayingState = "opening" | "open" | "paid" | "failed" | "expired" | "review" | "refund_due" | "refunded";

/** What the buyer of an order by a provider has to pay, and where. */
export type PayingPart = {
  state: PayingState;
  /**
   * Where it is paid: the order's own provider, or the one that its buyer chose when asked to pay.
   */
  provider: ProviderName;
  payablePaise: Paise;
  /** The provider's page, while it can be paid. */
  payUrl: string | null;
  /** Until when the IDs wait for the payment; null: no such end. */
  payBy: Date | null;
  /** Whether the provider failed to open its page, and is tried again. */
  isTriedAgain: boolean;
  /** Whether the IDs are promised as soon as the payment arrives. */
  isAtOnce: boolean;
};

/** What decides how a payment stands. */
type Known = {
  provider: ProviderName;
  order: { status: OrderStatus; paidAt: Date | null; holdUntil: Date | null; payablePaise: Paise };
  /** The newest attempt; null before the first. */
  attempt: { state: AttemptState; payUrl: string | null; hasFailed: boolean } | null;
  /** The states of the payments that came for the order. */
  payments: readonly PaymentState[];
  isAtOnce: boolean;
};

/**
 * How the payment of an order stands. Money counts before anything else; then the newest attempt. A
 * pending order whose attempt ended, or never began, can be paid again.
 * [S10.3] [S10.6] [S10.8] [S10.10]
 */
export function payingPart({ provider, order, attempt, payments, isAtOnce }: Known): PayingPart {
  const { status, paidAt, holdUntil, payablePaise } = order;
  const isWaiting = status === "pending" && paidAt === null && !payments.includes("review");
  const state = stateByMoney(order, payments) ?? stateByAttempt(attempt, status);
  const payUrl = isWaiting && attempt?.state === "open" ? attempt.payUrl : null;
  const isTriedAgain = state === "opening" && attempt?.hasFailed === true;
  return { state, provider, payablePaise, payUrl, payBy: isWaiting ? holdUntil : null, isTriedAgain, isAtOnce };
}

function stateByMoney({ status, paidAt }: Known["order"], payments: Known["payments"]): PayingState | null {
  if (payments.includes("matched")) return status === "pending" ? "review" : "paid";
  if (payments.includes("review")) return "review";
  if (payments.includes("refund due")) return "refund_due";
  if (payments.includes("refunded")) return "refunded";
  return paidAt === null ? null : "paid";
}

function stateByAttempt(attempt: Known["attempt"], status: Known["order"]["status"]): PayingState {
  // An order is answered only after its attempt stands; without one,
  // the shop was stopped in between.
  if (attempt === null) return status === "pending" ? "failed" : "expired";
  if (attempt.state === "opening" || attempt.state === "open" || attempt.state === "paid" || attempt.state === "failed")
    return attempt.state;
  return "expired";
}
