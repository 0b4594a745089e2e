import type { Texts } from "#messages/texts.ts";
import { isErased } from "#shop/erased.ts";
import type { PayingPart } from "#shop/orders/payment/attempts/paying-part.ts";
import { isAskedToPay, isFree, isToBePaid } from "#shop/orders/payment/order-payment.ts";
import type { OrderView, WholeOrder } from "#shop/orders/reading/order-view.ts";
import type { ReviewWait } from "#shop/orders/waits/review-wait.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { promisedBy } from "#web/parts/order/order-stations.ts";
import { hoursOfReview } from "#web/parts/order/review-wait.ts";

/** What a buyer wants to know first: the order's state, and what happens next and when. */
type Answer = { title: string; next: string };

/** What an answer is made of, besides the order. */
type Asked = {
  now: Date;
  /** How the page writes a time. */
  timeText: (at: Date) => string;
  /** Whether the owner wrote payment instructions. */
  hasPaymentInstructions: boolean;
  /** How the payment at a provider stands; null for other orders, and for strangers. */
  paying: PayingPart | null;
  /** Whether the shop waits for the buyer's answer to a question that has no sentences of its own. */
  isAsked: boolean;
  /** How long reviews took lately, and the sentence that says so; null: too few to say. */
  wait: ReviewWait | null;
  record: string | null;
  texts: Texts<"order">;
};

/** The first sentences of an order's page. [S1.2] [S1.4] [S2.15] [S4.9] [S14.3] [S14.14] */
export function answerOf(order: OrderView, asked: Asked): Answer {
  const { texts } = asked;
  switch (order.status) {
    case "pending":
      return pendingAnswer(order, asked);
    case "approved":
      return order.isWhole ? deliveredAnswer(order, asked) : { title: texts("deliveredTitle"), next: texts("idsForBuyerOnly") };
    case "rejected":
      return { title: texts("rejectedTitle"), next: texts("rejectedNext") };
    case "cancelled":
      return { title: texts("cancelledTitle"), next: texts("cancelledNext") };
  }
}

/**
 * Why a new proof is no longer asked for: it arrived, or it is not needed. Null for an order that
 * the buyer cancelled. [S4.9]
 */
export function newProofAnswer(
  { status, paymentVerified }: Pick<OrderView, "status" | "paymentVerified">,
  texts: Texts<"orderForm">,
): string | null {
  if (status === "cancelled") return null;
  return texts(status === "pending" && paymentVerified === null ? "newProofSent" : "newProofNotNeeded");
}

function pendingAnswer(order: OrderView, { now, timeText, hasPaymentInstructions, paying, isAsked, wait, record, texts }: Asked): Answer {
  if (isAsked) return { title: texts("askedTitle"), next: texts("askedNext") };
  const by = promisedBy((order.isWhole && order.paidAt) || order.createdAt, wait);
  const words = { time: timeText(by), hours: hoursOfReview(wait), count: order.quantity };
  const reviewed = (next: string) => (record === null ? next : `${next} ${record}`);
  const isPaid = order.isWhole && order.paidAt !== null && order.paymentMethod !== "amazon";
  const isInReview = paying?.state === "review" || (order.isWhole && order.hasPaymentToReview);
  if (isPaid || isInReview) return { title: texts("paidTitle"), next: now > by ? texts("paidLate") : reviewed(texts("paidNext", words)) };
  if (paying) return { title: texts("payTitle"), next: texts(paying.isAtOnce ? "payOnlineNext" : "payOnlineThenReview", words) };
  if (order.isWhole && order.upi && order.upi.utr === null)
    return { title: texts("payTitle"), next: texts(isAskedToPay(order) ? "payAskedNext" : "payNext", words) };
  if (order.paymentVerified === false)
    return { title: texts("notVerifiedTitle"), next: texts(order.mayResendProof ? "sendProofAgain" : "buyerSendsProof") };
  const title = texts(order.paymentVerified ? "verifiedTitle" : "receivedTitle");
  // The buyer may come back from a payment app in another browser, which is a stranger's.
  if (isProviderName(order.paymentMethod)) return { title, next: `${texts("waitsForPayment")} ${texts("idsForBuyerOnly")}` };
  if (now > by) return { title, next: texts("late") };
  if (order.paymentVerified || isFree(order)) return { title, next: reviewed(texts("reviewing", words)) };
  if (order.paymentMethod === "amazon") return { title, next: reviewed(texts("checkingGiftCard", words)) };
  if (order.paymentMethod === "upi" || (order.isWhole && order.upi)) return { title, next: reviewed(texts("checkingPayment", words)) };
  return { title, next: reviewed(texts(hasPaymentInstructions ? "reviewingThenHowToPay" : "reviewingOrder", words)) };
}

function deliveredAnswer(order: WholeOrder & { status: "approved" }, { hasPaymentInstructions, texts }: Asked): Answer {
  if (isErased(order.deliveredIds)) return { title: texts("deliveredTitle"), next: texts("idsErased") };
  const count = { count: order.quantity };
  const next = order.privatePath ? texts("copyIdsKeepLink", count) : texts("copyIds", count);
  const isToBeExplained = !hasPaymentInstructions && isToBePaid(order);
  return { title: texts("idsHereTitle", count), next: isToBeExplained ? `${next} ${texts("payLater")}` : next };
}
