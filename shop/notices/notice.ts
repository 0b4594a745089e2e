/** What is told to other programs and to the owner's messaging app, by the name that it has outside, and what it is called in a list. */
export const noticeEvents = {
  "order.placed": "Order placed",
  "order.approved": "Order approved",
  "order.rejected": "Order rejected",
  "order.cancelled": "Order cancelled",
  "stock.low": "Stock low",
} as const;
export type NoticeEvent = keyof typeof noticeEvents;

/** A message that an admin sends to see whether it arrives. */
export const TEST_EVENT = "test";

/** Everything that can be told. */
export type ToldEvent = NoticeEvent | typeof TEST_EVENT;

/** Every event, in the order in which they are shown. */
export const allEvents = Object.keys(noticeEvents) as NoticeEvent[];

/** What an event is called, the test's too. */
export function wordsOfEvent(event: ToldEvent): string {
  return event === TEST_EVENT ? "Test" : noticeEvents[event];
}

/** What is told of an order: never an ID, a gift card code, a key, or who ordered. */
export type OrderFacts = {
  requestCode: string;
  status: "pending" | "approved" | "rejected" | "cancelled";
  quantity: number;
  totalPaise: number;
  productName: string;
};

/** What is told of a product that few IDs are left of. */
export type StockFacts = { productId: string; productName: string; available: number };

/** What happened, with its facts. */
export type Happened =
  | { event: Exclude<NoticeEvent, "stock.low">; facts: OrderFacts }
  | { event: "stock.low"; facts: StockFacts }
  | { event: typeof TEST_EVENT; facts: Record<string, never> };

/** `waiting`: it will be sent, or tried again. `failed`: it was given up. */
export const noticeStates = ["waiting", "sent", "failed"] as const;
export type NoticeState = (typeof noticeStates)[number];

/** The states in words. */
export const noticeStateWords: Record<NoticeState, string> = { waiting: "Waiting", sent: "Sent", failed: "Not sent" };

/** Whether a text names a state. */
export function isNoticeState(text: string | null): text is NoticeState {
  return noticeStates.some((state) => state === text);
}
