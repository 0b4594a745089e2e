import { rupeesFromPaise } from "#shop/money.ts";
import type { WholeOrder } from "#shop/orders/reading/order-view.ts";
import { upiLink } from "#shop/payments/upi/upi-link.ts";
import type { UpiPayee } from "#shop/payments/upi/upi-method.ts";
import type { PaymentJson } from "./order-json.ts";

/** How an order by UPI stands, and how its buyer pays it; null for other orders. [S10.12] */
export function paymentJson(order: WholeOrder, payee: UpiPayee | null): PaymentJson | null {
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
