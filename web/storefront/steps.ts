import { promisedHours } from "#web/parts/order-stations.ts";
import type { IconName } from "#web/ui/icon.tsx";

type Step = { icon: IconName; title: string; text: string; more: string };

/** How an order goes, from the shelf to the ID. [S2.7] [S2.9] */
export const steps: Step[] = [
  {
    icon: "ticket",
    title: "Choose",
    text: "Pick an ID and how many you need.",
    more: "Every product says what it is, what it costs and how many are in stock. What you order is put aside for you at once.",
  },
  {
    icon: "gift",
    title: "Pay your way",
    text: "Request first, or pay with a gift card.",
    more: "With Request First you pay after we have approved your order. With an Amazon gift card you pay now: send its code and a screenshot.",
  },
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
