import type { KeyIn, Texts } from "#messages/texts.ts";
import type { DeliveredEvent, DeliveryState } from "#shop/webhooks/delivery.ts";
import { nameOfSubscription, type Subscription } from "#shop/webhooks/subscription.ts";

/** The labels of the events, including the test. */
export const eventWords = {
  "order.placed": "orderPlaced",
  "order.approved": "orderApproved",
  "order.rejected": "orderRejected",
  "order.cancelled": "orderCancelled",
  "stock.low": "stockLow",
  "payment.received": "paymentReceived",
  "payment.review": "paymentReview",
  "refund.done": "refundDone",
  "message.received": "messageReceived",
  "message.sent": "messageSent",
  "claim.opened": "claimOpened",
  "claim.decided": "claimDecided",
  "import.recalled": "importRecalled",
  test: "test",
} as const satisfies Record<DeliveredEvent, KeyIn<"adminWebhooks">>;

/** The labels of a delivery's states. */
export const stateWords = {
  waiting: "waiting",
  sent: "sent",
  failed: "notSent",
} as const satisfies Record<DeliveryState, KeyIn<"adminWebhooks">>;

/** A subscription's name within a sentence: the host of a webhook, or the chat. */
export function nameIn(texts: Texts<"adminWebhooks">, subscription: Pick<Subscription, "kind" | "address">): string {
  return subscription.kind === "bot" ? texts("nameOfChat", { chat: subscription.address }) : nameOfSubscription(subscription);
}
