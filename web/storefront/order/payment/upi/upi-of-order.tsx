import { isAskedToPay } from "#shop/orders/payment/order-payment.ts";
import type { ShownPayee } from "#shop/orders/payment/upi/show-payee.server.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { lazyPart } from "#web/parts/site/lazy-part.ts";

const UpiPayment = lazyPart(async () => (await import("./upi-payment.tsx")).UpiPayment);

/** The UPI part of an order's page, for its buyer while there is something to pay. [S10.12] */
export function UpiOfOrder({ order, payee, now }: { order: OrderView; payee: ShownPayee | null; now: Date }) {
  const isAnyProviderOn = usePaymentMethods().some(isProviderName);
  if (!order.isWhole || !order.upi || !payee) return null;
  const isSecond = isAnyProviderOn && isAskedToPay(order);
  return <UpiPayment requestCode={order.requestCode} part={order.upi} payee={payee} isSecond={isSecond} now={now} />;
}
