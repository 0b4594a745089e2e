import type { PaymentMethod } from "#shop/orders/order.ts";
import { promisedHours } from "#web/parts/order-stations.ts";
import type { IconName } from "#web/ui/icon.tsx";

type Step = { icon: IconName; title: string; text: string; more: string };

/** How an order goes, from the shelf to the ID, with the payment methods that are on. [S2.7] [S2.9] */
export const stepsWith = (methods: PaymentMethod[]): Step[] => [
  {
    icon: "ticket",
    title: "Choose",
    text: "Pick an ID and how many you need.",
    more: "Every product says what it is, what it costs and how many are in stock. What you order is put aside for you at once.",
  },
  paying[methods.length > 1 ? "either" : (methods[0] ?? "either")],
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

const afterwards = "With Request First you pay after we have approved your order.";
const atOnce = "With an Amazon gift card you pay now: send its code and a screenshot.";

const paying: Record<PaymentMethod | "either", Step> = {
  either: { icon: "gift", title: "Pay your way", text: "Request first, or pay with a gift card.", more: `${afterwards} ${atOnce}` },
  request: { icon: "done", title: "Request first", text: "Order now, pay after approval.", more: afterwards },
  amazon: { icon: "gift", title: "Pay with a gift card", text: "Send its code with your order.", more: atOnce },
};
