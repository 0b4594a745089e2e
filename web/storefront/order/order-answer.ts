import { isErased } from "#shop/erased.ts";
import { messages } from "#shop/messages.ts";
import { isToBePaid } from "#shop/orders/payment.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { type ShopClock, timeText } from "#shop/settings/shop-clock.ts";
import { promisedBy } from "#web/parts/order/order-stations.ts";

/** What a buyer wants to know first: the order's state, and what happens next and when. */
type Answer = { title: string; next: string };

/**
 * The first sentences of an order's page. `hasPaymentInstructions`: the owner wrote payment instructions.
 * [S1.2] [S1.4] [S2.15] [S4.9]
 */
export function answerOf(order: OrderView, now: Date, clock: ShopClock, hasPaymentInstructions: boolean): Answer {
  switch (order.status) {
    case "pending":
      return pendingAnswer(order, now, clock, hasPaymentInstructions);
    case "approved":
      if (order.isWhole && isErased(order.deliveredIds))
        return { title: "Approved and delivered", next: "The shop does not keep delivered IDs any longer." };
      return order.isWhole
        ? {
            title: order.quantity === 1 ? "Your ID is here" : "Your IDs are here",
            next: [
              `Copy or download ${order.quantity === 1 ? "it" : "them"} below${order.privatePath ? ", and keep this page's private link" : ""}.`,
              !hasPaymentInstructions && isToBePaid(order) ? ` ${messages.payLater}` : "",
            ].join(""),
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

/**
 * Why a new proof is no longer asked for: it arrived, or it is not needed. Null for an order that
 * the buyer cancelled. [S4.9]
 */
export function newProofAnswer({ status, paymentVerified }: Pick<OrderView, "status" | "paymentVerified">): string | null {
  if (status === "cancelled") return null;
  return status === "pending" && paymentVerified === null ? messages.newProofSent : messages.newProofNotNeeded;
}

function pendingAnswer(order: OrderView, now: Date, clock: ShopClock, hasPaymentInstructions: boolean): Answer {
  const by = promisedBy(order.createdAt);
  if (order.paymentVerified === false)
    return {
      title: "We could not verify your payment",
      next: order.mayResendProof
        ? "Send the gift card code and a new picture of it below, and we look at it again."
        : "The buyer can send a new code and picture on this page.",
    };
  const isCard = order.paymentMethod === "amazon";
  const doing = isCard ? "We check your gift card." : "We're reviewing your order.";
  const then = isCard
    ? messages.giftCardNext(order.quantity, "here")
    : messages.requestFirstNext(hasPaymentInstructions, order.quantity, "here");
  const late = "This takes longer than we promise. Please ask our support and name the request code.";
  return {
    title: order.paymentVerified ? "Your payment is verified" : "We have your order",
    next: now > by ? late : `${doing} You'll hear by ${timeText(by, clock)}, right here. ${then}`,
  };
}
