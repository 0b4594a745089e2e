import type { Texts } from "#messages/texts.ts";
import type { ChoosableMethod } from "#shop/orders/order.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { promisedHours } from "#web/parts/order/order-stations.ts";
import type { IconName } from "#web/ui/icon.tsx";

type Step = { icon: IconName; title: string; text: string; more: string };

/** What the steps depend on. */
type Ways = {
  /** The enabled payment methods. */
  methods: ChoosableMethod[];
  /** Whether the owner wrote payment instructions. */
  hasPaymentInstructions: boolean;
  /** Whether what the shop sells is delivered as soon as it is paid online. */
  isAtOnce?: boolean;
  /** How many hours a review takes. */
  hours?: string;
};

/** The steps of an order. [S1.2] [S2.7] [S2.9] */
export const stepsWith = (
  texts: Texts<"home">,
  { methods, hasPaymentInstructions, isAtOnce = false, hours = promisedHours }: Ways,
): Step[] => [
  { icon: "ticket", title: texts("choosing"), text: texts("choosingInShort"), more: texts("choosingInFull") },
  payingWith(texts, hasPaymentInstructions)[payingBy(methods)],
  {
    ...(isAtOnce
      ? { icon: "bolt", title: texts("confirming"), text: texts("confirmingInShort") }
      : { icon: "clock", title: texts("approving"), text: texts("approvingInShort", { hours }) }),
    more: texts(methods.some(isProviderName) ? "approvingOrPaid" : "approvingInFull", { hours }),
  },
  { icon: "key", title: texts("receiving"), text: texts("receivingInShort"), more: texts("receivingInFull") },
];

type Paying = ChoosableMethod | "either" | "several";

/** The one enabled payment method; `either` for those of the settings, `several` for others. */
export function payingBy(methods: ChoosableMethod[]): Paying {
  const [only, another] = methods;
  if (another === undefined) return only ?? "either";
  return methods.some((method) => method !== "request" && method !== "amazon") ? "several" : "either";
}

/** What the approval of a `Request First` order brings. [S1.4] */
export function approvalBrings(texts: Texts<"home">, hasPaymentInstructions: boolean): string {
  return texts(hasPaymentInstructions ? "approvalBringsHowToPay" : "approvalBringsId");
}

function payingWith(texts: Texts<"home">, hasPaymentInstructions: boolean): Record<Paying, Step> {
  const afterwards = `${texts("payingAfterwards")} ${approvalBrings(texts, hasPaymentInstructions)}`;
  const [atOnce, byUpi] = [texts("payingAtOnce"), texts("payingByUpiInFull")];
  return {
    several: { icon: "done", title: texts("payingEitherWay"), text: texts("payingSeveralInShort"), more: texts("payingSeveralInFull") },
    either: { icon: "gift", title: texts("payingEitherWay"), text: texts("payingEitherWayInShort"), more: texts("payingSeveralInFull") },
    request: { icon: "done", title: texts("requesting"), text: texts("requestingInShort"), more: afterwards },
    amazon: { icon: "gift", title: texts("payingByGiftCard"), text: texts("payingByGiftCardInShort"), more: atOnce },
    upi: { icon: "send", title: texts("payingByUpi"), text: texts("payingByUpiInShort"), more: byUpi },
    razorpay: { icon: "send", title: texts("payingOnline"), text: texts("payingOnlineInShort"), more: texts("payingOnlineInFull") },
    stripe: { icon: "send", title: texts("payingByCard"), text: texts("payingByCardInShort"), more: texts("payingByCardInFull") },
  };
}
