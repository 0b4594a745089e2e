/**
 * The events that other programs and the owner's chat can receive, by their public names, with
 * their labels.
 */
export const deliveryEvents = {
  "order.placed": "Order placed",
  "order.approved": "Order approved",
  "order.rejected": "Order rejected",
  "order.cancelled": "Order cancelled",
  "stock.low": "Stock low",
} as const;
export type DeliveryEvent = keyof typeof deliveryEvents;

/** A test message that an admin can send. */
export const TEST_EVENT = "test";

export type DeliveredEvent = DeliveryEvent | typeof TEST_EVENT;

/** Every event, in display order. */
export const allEvents = Object.keys(deliveryEvents) as DeliveryEvent[];

/** The label of an event, including the test. */
export function wordsOfEvent(event: DeliveredEvent): string {
  return event === TEST_EVENT ? "Test" : deliveryEvents[event];
}

/** What a delivery contains of an order: never an ID, a gift card code, a key, or the buyer. */
export type OrderFacts = {
  requestCode: string;
  status: "pending" | "approved" | "rejected" | "cancelled";
  quantity: number;
  totalPaise: number;
  productName: string;
};

/** What a delivery contains of a product that is running low. */
export type StockFacts = { productId: string; productName: string; available: number };

/** An event with its facts. */
export type Happened =
  | { event: Exclude<DeliveryEvent, "stock.low">; facts: OrderFacts }
  | { event: "stock.low"; facts: StockFacts }
  | { event: typeof TEST_EVENT; facts: Record<string, never> };

/** `waiting`: it will be sent or retried. `failed`: given up. */
export const deliveryStates = ["waiting", "sent", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The labels of the states. */
export const deliveryStateWords: Record<DeliveryState, string> = { waiting: "Waiting", sent: "Sent", failed: "Not sent" };

export function isDeliveryState(text: string | null): text is DeliveryState {
  return deliveryStates.some((state) => state === text);
}
