import { messages } from "#shop/messages.ts";
import type { PaymentMethod } from "#shop/orders/order.ts";
import { promisedHours } from "#web/parts/order/order-stations.ts";
import type { IconName } from "#web/ui/icon.tsx";

type Step = { icon: IconName; title: string; text: string; more: string };

/**
 * The steps of an order with the enabled payment methods. `hasPaymentInstructions`: the owner wrote payment
 * instructions. [S2.7] [S2.9]
 */
export const stepsWith = (methods: PaymentMethod[], hasPaymentInstructions: boolean): Step[] => [
  {
    icon: "ticket",
    title: "Choose",
    text: "Pick an ID and how many you need.",
    more: "Every product says what it is, what it costs and how many are in stock. What you order is reserved for you at once.",
  },
  payingWith(hasPaymentInstructions)[methods.length > 1 ? "either" : (methods[0] ?? "either")],
  {
    icon: "clock",
    title: "We approve",
    text: `Within ${promisedHours}, by a person.`,
    more: `We look at every order ourselves, within ${promisedHours}. Its page shows each step by itself, without a reload.`,
  },
  {
    icon: "key",
    title: "Get your ID",
    text: "It appears on your order's page.",
    more: "Copy it or download it from the order's page. Its private link opens it again on any device; in your account it stays for good.",
  },
];

const atOnce = "With an Amazon gift card you pay now: send its code and a screenshot.";

function payingWith(hasPaymentInstructions: boolean): Record<PaymentMethod | "either", Step> {
  const afterwards = `With Request First you order now and pay after approval. ${messages.requestFirstNext(hasPaymentInstructions)}`;
  return {
    either: { icon: "gift", title: "Pay your way", text: "Request first, or pay with a gift card.", more: `${afterwards} ${atOnce}` },
    request: { icon: "done", title: "Request first", text: "Order now, pay after approval.", more: afterwards },
    amazon: { icon: "gift", title: "Pay with a gift card", text: "Send its code with your order.", more: atOnce },
  };
}
