/** What happens to money: it came, somebody has to look at it, it went back. [S10.2] */
const paymentEvents = ["payment.received", "payment.review", "refund.done"] as const;

/** What happens in an order's conversation, and to its claims. [S14.17] */
const messageEvents = ["message.received", "message.sent"] as const;
const claimEvents = ["claim.opened", "claim.decided"] as const;

/** An import turned out to be bad. [S15.11] */
const RECALL_EVENT = "import.recalled";

/**
 * The events that other programs and the owner's chat can receive, by their public names, in
 * display order.
 */
export const allEvents = [
  "order.placed",
  "order.approved",
  "order.rejected",
  "order.cancelled",
  "stock.low",
  ...paymentEvents,
  ...messageEvents,
  ...claimEvents,
  RECALL_EVENT,
] as const;
export type DeliveryEvent = (typeof allEvents)[number];
type PaymentEvent = (typeof paymentEvents)[number];
type MessageEvent = (typeof messageEvents)[number];
type ClaimEvent = (typeof claimEvents)[number];

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

/** What a delivery contains of a message: never its words. `side` wrote it; `kind` is what it is. [S14.17] */
type MessageFacts = {
  requestCode: string;
  side: "buyer" | "shop";
  number: number;
  kind: "message" | "question" | "answer" | "claim";
};

/** What a delivery contains of a claim: never the ID. `position` is the ID's place in the order, from 1. */
type ClaimFacts = { requestCode: string; number: number; position: number; reason: string; state: string };

/**
 * What a delivery contains of a recalled import: how many of its IDs were free, reserved and
 * delivered when it began, and never one of them. `delivered` says for which of these claims are opened. [S15.11]
 */
type RecallFacts = {
  importId: string;
  productId: string;
  productName: string;
  reason: string;
  delivered: string;
  free: number;
  reserved: number;
  deliveredInTime: number;
  deliveredBefore: number;
};

/** Somebody wrote, or a claim was opened or decided. */
type ConversationHappened = { event: MessageEvent; facts: MessageFacts } | { event: ClaimEvent; facts: ClaimFacts };

/** Whether what happened is about a conversation or a claim. */
export function isAboutConversation(happened: Happened): happened is ConversationHappened {
  return [...messageEvents, ...claimEvents].some((event) => event === happened.event);
}

/** Money came in or went back. */
export type MoneyHappened = { event: PaymentEvent; facts: PaymentFacts };

/** An event with its facts. */
export type Happened =
  | { event: Exclude<DeliveryEvent, "stock.low" | PaymentEvent | MessageEvent | ClaimEvent | typeof RECALL_EVENT>; facts: OrderFacts }
  | { event: typeof RECALL_EVENT; facts: RecallFacts }
  | ConversationHappened
  | MoneyHappened
  | { event: "stock.low"; facts: StockFacts }
  | { event: typeof TEST_EVENT; facts: Record<string, never> };

/** `waiting`: it will be sent or retried. `failed`: given up. */
export const deliveryStates = ["waiting", "sent", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export function isDeliveryState(text: string | null): text is DeliveryState {
  return deliveryStates.some((state) => state === text);
}
