import { useRouteLoaderData } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import type { Paise } from "#shop/money.ts";
import type { ChoosableMethod, PaymentMethod } from "#shop/orders/order.ts";
import { type MethodsTaken, takesMethod } from "#shop/orders/payment/order-payment.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import type { loader as rootLoader } from "#web/root.tsx";

/** The names of the payment methods. [S1.4] [S1.5] [S10.1] */
export const namesOfMethods = {
  request: "requestFirst",
  amazon: "amazonGiftCard",
  upi: "upi",
  razorpay: "razorpay",
  stripe: "stripe",
} as const satisfies Record<PaymentMethod, KeyIn<"parts">>;

/** How an order is paid, in a word: a free one by nothing. [S10.1] */
export function nameOfPayment({ paymentMethod, totalPaise }: { paymentMethod: PaymentMethod; totalPaise: Paise }): KeyIn<"parts"> {
  return totalPaise === 0 ? "free" : namesOfMethods[paymentMethod];
}

/**
 * The payment methods that the owner enabled, those first that can bring the IDs soonest: at a
 * provider money is confirmed by itself, a UTR is looked up, and the rest is reviewed.
 * [S1.4] [S1.5] [S10.5]
 */
export function methodsOn(shop: MethodsTaken): ChoosableMethod[] {
  return fastestFirst.filter((method) => takesMethod(shop, method));
}

const fastestFirst = ["razorpay", "stripe", "upi", "request", "amazon"] as const satisfies ChoosableMethod[];

/**
 * Whether IDs that are paid so come as soon as the payment arrives. `atOnceUpTo` is how many of the
 * product may. [S1.2] [S10.6]
 */
export function isAtOnce(method: ChoosableMethod, order: { quantity: number; totalPaise: Paise }, atOnceUpTo: number): boolean {
  return (isProviderName(method) || order.totalPaise === 0) && order.quantity <= atOnceUpTo;
}

/** Whether an approved `Request First` order shows the owner's payment instructions. [S1.4] */
export function useHasPaymentInstructions(): boolean {
  return useRouteLoaderData<typeof rootLoader>("root")?.hasPaymentInstructions ?? false;
}

/** The payment methods that the shop accepts now. */
export function usePaymentMethods(): ChoosableMethod[] {
  const settings = useRouteLoaderData<typeof rootLoader>("root")?.settings;
  return methodsOn(settings ?? { takesRequest: true, takesAmazon: true, takesUpi: false, takesRazorpay: false, takesStripe: false });
}
