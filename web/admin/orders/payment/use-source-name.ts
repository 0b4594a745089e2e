import type { PaymentSource } from "#shop/payments/payment.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { useTexts } from "#web/texts.tsx";

/** Names where money came from: a method, or outside the shop. [S10.2] [S15.6] */
export function useSourceName(): (source: PaymentSource) => string {
  const [texts, partsTexts] = [useTexts("adminMoney"), useTexts("parts")];
  return (source) => (source === "by_hand" ? texts("paidOutside") : partsTexts(namesOfMethods[source]));
}
