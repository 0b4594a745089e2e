import { rupeesFromPaise } from "#shop/money.ts";
import type { PayingPart } from "#shop/orders/paying/paying-part.ts";
import type { WholeOrder } from "#shop/orders/reading/order-view.ts";
import { upiLink } from "#shop/payments/upi/upi-link.ts";
import type { UpiPayee } from "#shop/payments/upi/upi-method.ts";
import type { PaymentJson } from "./order-json.ts";

/** Whom to pay by UPI, and how the payment of an order by a provider stands. */
export type ShownPayment = { payee: UpiPayee | null; paying: PayingPart | null };

/** How an order that is paid online stands, and how its buyer pays it; null for other orders. [S10.3] [S10.12] */
export function paymentJson(order: WholeOrder, { payee, paying }: ShownPayment): PaymentJson | null {
  if (paying) {
    const { state, payablePaise, payUrl, payBy } = paying;
    return { state, payable: rupeesFromPaise(payablePaise), payUrl, payBy: payBy?.toISOString() ?? null };
  }
  const { upi, requestCode } = order;
  if (!upi) return order.paymentMethod === "upi" ? endedJson(order) : null;
  const { payablePaise, payBy, utr } = upi;
  const payable = rupeesFromPaise(payablePaise);
  const shown = { payable, payUrl: null, payBy: payBy?.toISOString() ?? null };
  if (!payee || utr !== null) return { ...shown, state: utr === null ? "open" : "checking" };
  const { vpa, payeeName } = payee;
  return { ...shown, state: "open", upi: { vpa, payeeName, uri: upiLink({ vpa, payeeName, paise: payablePaise, requestCode }) } };
}

function endedJson(order: WholeOrder): PaymentJson | null {
  const shown = { payable: rupeesFromPaise(order.totalPaise), payUrl: null, payBy: null };
  if (order.paidAt) return { ...shown, state: "paid" };
  return order.status === "cancelled" && order.expiredAfterHours === 0 ? { ...shown, state: "expired" } : null;
}
