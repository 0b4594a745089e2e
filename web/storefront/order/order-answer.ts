import { messages } from "#shop/messages.ts";
import type { OrderView } from "#shop/orders/order-view.ts";
import { type ShopClock, timeText } from "#shop/shop-clock.ts";
import { promisedBy, promisedHours } from "#web/parts/order-stations.ts";

/** What a buyer wants to know first: how it stands, and what happens next, by when. */
export type Answer = { title: string; next: string };

type Seen = Pick<
  OrderView,
  "status" | "quantity" | "paymentMethod" | "paymentVerified" | "createdAt" | "delivered" | "mayResendProof" | "mayCancel" | "privatePath"
>;

/** The first thing an order's page says. [S1.2] [S2.15] [S4.9] */
export function answerOf(order: Seen, now: Date, clock: ShopClock): Answer {
  switch (order.status) {
    case "pending":
      return pendingAnswer(order, now, clock);
    case "approved":
      if (order.delivered?.erased.idsAt)
        return { title: "Approved and delivered", next: "The shop does not keep delivered IDs any longer." };
      return order.delivered
        ? {
            title: order.quantity === 1 ? "Your ID is here" : "Your IDs are here",
            next: `Copy or download ${order.quantity === 1 ? "it" : "them"} below${order.privatePath ? ", and keep this page's private link" : ""}.`,
          }
        : {
            title: "Approved and delivered",
            next: "Only the buyer can see the IDs: in the browser that ordered, by the private link, or logged in.",
          };
    case "rejected":
      return { title: "This order was rejected", next: "No ID was delivered. You are welcome to order again or to ask our support." };
    case "cancelled":
      return { title: "This order was cancelled", next: "Nothing more will happen with it. You can order again at any time." };
  }
}

/** What is said where a new proof was asked for and is not any more: that it came, or that it is not needed; null where its buyer knows. [S4.9] */
export function newProofAnswer({ status, paymentVerified }: Pick<OrderView, "status" | "paymentVerified">): string | null {
  if (status === "cancelled") return null;
  return status === "pending" && paymentVerified === null ? messages.newProofSent : messages.newProofNotNeeded;
}

function pendingAnswer(order: Seen, now: Date, clock: ShopClock): Answer {
  const by = promisedBy(order.createdAt);
  if (order.paymentVerified === false)
    return {
      title: "We could not verify your payment",
      next: order.mayResendProof
        ? "Send the gift card code and a new picture of it below, and we look at it again."
        : "The buyer can send a new code and picture on this page.",
    };
  const ids = order.quantity === 1 ? "the ID" : "the IDs";
  const how =
    order.paymentMethod === "amazon"
      ? `We check your gift card and put ${ids} on this page`
      : `We check your order, you pay, and ${ids} will be on this page`;
  const late = "This takes longer than we promise. Please ask our support and name the request code.";
  return {
    title: order.paymentVerified ? "Your payment is verified" : "We have your order",
    next: now > by ? late : `${how}, usually within ${promisedHours}: by ${timeText(by, clock)}. The page shows it by itself.`,
  };
}
