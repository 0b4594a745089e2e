import type { OrderView } from "#shop/orders/reading/order-view.ts";
import type { UpiPayee } from "#shop/payments/upi/upi-method.ts";
import { lazyPart } from "#web/parts/site/lazy-part.ts";
import { useTexts } from "#web/texts.tsx";

const UpiPayment = lazyPart(async () => (await import("./upi-payment.tsx")).UpiPayment);

/** The UPI part of an order's page, for its buyer while there is something to pay. [S10.12] */
export function UpiOfOrder({ order, payee, now }: { order: OrderView; payee: UpiPayee | null; now: Date }) {
  // The part's texts come with the page, because it may appear while the page is open.
  useTexts("orderUpi");
  if (!order.isWhole || !order.upi || !payee) return null;
  return <UpiPayment requestCode={order.requestCode} part={order.upi} payee={payee} now={now} />;
}
