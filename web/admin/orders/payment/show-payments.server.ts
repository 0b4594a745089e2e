import type { RouterContextProvider } from "react-router";
import type { ListedPayment } from "#shop/orders/payment/listed-payment.ts";
import { withShownProblem } from "#web/say.ts";
import type { ShownPayment } from "./shown-payment.ts";

/** Payments whose refunds say in the visitor's language what went wrong. */
export function showPayments(context: Readonly<Pick<RouterContextProvider, "get">>, payments: ListedPayment[]): ShownPayment[] {
  return payments.map((payment) => ({ ...payment, refunds: payment.refunds.map((refund) => withShownProblem(context, refund)) }));
}
