/** What happens to money: it came, somebody has to look at it, it went back. [S10.2] */
const paymentEvents = ["payment.received", "payment.review", "refund.done"] as const;

/**
 * The events that other programs and the owner's chat can receive, by their public names, in
 * display order.
 */
export const allEvents = ["order.placed", "order.approved", "order.rejected", "order.cancelled", "stock.low", ...paymentEvents] as const;
export type DeliveryEvent = (typeof allEvents)[number];
type PaymentEvent = (typeof paymentEvents)[number];

/** Whether what happened is about money. */
export function isAboutMoney(happened: Happened): happened is MoneyHappened {
  return paymentEvents.some((event) => event === happened.event);
}

/** A test message that an admin can send. */
export const TEST_EVENT = "test";

export type DeliveredEvent = DeliveryEvent | typeof TEST_EVENT;

/** What a delivery contains of an order: never an ID, a gift card code, a key, or the buyer. */
export type OrderFacts = {
  requestCode: string;
  status: "pending" | "approved" | "rejected" | "cancelled";
  quantity: number;
  totalPaise: number;
  productName: string;
};

/**
 * What a delivery contains of a payment or a refund: never who paid. `requestCode` is null if no
 * order is known.
 */
export type PaymentFacts = {
  requestCode: string | null;
  source: string;
  paise: number;
  currency: string;
  state: string;
  problem: string | null;
};

/** What a delivery contains of a product that is running low. */
export type StockFacts = { productId: string; productName: string; available: number };

/** Money came in or went back. */
export type MoneyHappened = { event: PaymentEvent; facts: PaymentFacts };

/** An event with its facts. */
export type Happened =
  | { event: Exclude<DeliveryEvent, "stock.low" | PaymentEvent>; facts: OrderFacts }
  | MoneyHappened
  | { event: "stock.low"; facts: StockFacts }
  | { event: typeof TEST_EVENT; facts: Record<string, never> };

/** `waiting`: it will be sent or retried. `failed`: given up. */
export const deliveryStates = ["waiting", "sent", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export function isDeliveryState(text: string | null): text is DeliveryState {
  return deliveryStates.some((state) => state === text);
}
