import { rupeesFromPaise } from "#shop/money.ts";
import { TIME_TO_PAY_ENDED } from "#shop/orders/constants.ts";
import type { PayingPart } from "#shop/orders/payment/attempts/paying-part.ts";
import type { UpiPart } from "#shop/orders/payment/upi/upi-part.ts";
import type { WholeOrder } from "#shop/orders/reading/order-view.ts";
import { upiLink } from "#shop/payments/upi/upi-link.ts";
import type { UpiPayee } from "#shop/payments/upi/upi-method.ts";
import type { PaymentJson } from "./order-json.ts";

/** Whom to pay by UPI, and how the payment of an order by a provider stands. */
export type ShownPayment = { payee: UpiPayee | null; paying: PayingPart | null };

/**
 * How an order that is paid online stands, and how its buyer pays it; null for other orders.
 * [S10.3] [S10.12]
 */
export function paymentJson(order: WholeOrder, { payee, paying }: ShownPayment): PaymentJson | null {
  const { upi } = order;
  if (!paying)
    return upi ? upiJson(order, upi, payee) : order.paymentMethod === "upi" || order.hasPaymentToReview ? endedJson(order) : null;
  const { state, payablePaise, payUrl, payBy } = paying;
  const atProvider = { state, payable: rupeesFromPaise(payablePaise), payUrl, payBy: payBy?.toISOString() ?? null };
  // A buyer who was asked to pay may still do so by UPI.
  return upi && payee && upi.utr === null ? { ...upiJson(order, upi, payee), ...atProvider } : atProvider;
}

function upiJson({ requestCode }: WholeOrder, { payablePaise, payBy, utr }: UpiPart, payee: UpiPayee | null): PaymentJson {
  const shown = { payable: rupeesFromPaise(payablePaise), payUrl: null, payBy: payBy?.toISOString() ?? null };
  if (!payee || utr !== null) return { ...shown, state: utr === null ? "open" : "checking" };
  const { vpa, payeeName } = payee;
  return { ...shown, state: "open", upi: { vpa, payeeName, uri: upiLink({ vpa, payeeName, paise: payablePaise, requestCode }) } };
}

/** An order of which nothing is to be paid by UPI: its money came, goes back, or nobody paid. */
function endedJson(order: WholeOrder): PaymentJson | null {
  const shown = { payable: rupeesFromPaise(order.totalPaise), payUrl: null, payBy: null };
  if (order.status === "pending") return order.paidAt || order.hasPaymentToReview ? { ...shown, state: "review" } : null;
  if (order.status === "cancelled" && order.hasPaymentToReview) return { ...shown, state: "review" };
  const { duePaise, sentPaise, donePaise } = order.moneyBack;
  if (order.status !== "approved" && duePaise + sentPaise > 0) return { ...shown, state: "refund_due" };
  if (order.status !== "approved" && donePaise > 0) return { ...shown, state: "refunded" };
  if (order.paidAt) return { ...shown, state: "paid" };
  return order.status === "cancelled" && order.expiredAfterHours === TIME_TO_PAY_ENDED ? { ...shown, state: "expired" } : null;
}
