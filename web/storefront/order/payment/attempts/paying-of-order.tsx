import type { PayingPart } from "#shop/orders/payment/attempts/paying-part.ts";
import { isAskedToPay } from "#shop/orders/payment/order-payment.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { lazyPart } from "#web/parts/site/lazy-part.ts";

const PaymentSheet = lazyPart(async () => (await import("./payment-sheet.tsx")).PaymentSheet);

/**
 * The payment at a provider on an order's page, for its buyer while there is something to say. A
 * buyer who was asked to pay chooses the provider here. [S10.3] [S10.17]
 */
export function PayingOfOrder({ order, paying, now }: { order: OrderView; paying: PayingPart | null; now: Date }) {
  if (!order.isWhole) return null;
  // What goes back is said with its amount, for every payment method.
  const { duePaise, sentPaise } = order.moneyBack;
  if (paying?.state === "refunded" || (paying?.state === "refund_due" && duePaise + sentPaise > 0)) return null;
  if (!(paying ? paying.state !== "paid" : isAskedToPay(order) && order.upi?.utr === null)) return null;
  return <PaymentSheet order={order} paying={paying} now={now} />;
}
