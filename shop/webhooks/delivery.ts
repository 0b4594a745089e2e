/**
 * The events that other programs and the owner's chat can receive, by their public names, in
 * display order.
 */
export const allEvents = ["order.placed", "order.approved", "order.rejected", "order.cancelled", "stock.low"] as const;
export type DeliveryEvent = (typeof allEvents)[number];

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

export function isDeliveryState(text: string | null): text is DeliveryState {
  return deliveryStates.some((state) => state === text);
}
