import { isErased, unlessErased } from "#shop/erased.ts";
import { rupeesFromPaise } from "#shop/money.ts";
import type { News } from "#shop/orders/messages/read-news.server.ts";
import type { DeliveredId, Order } from "#shop/orders/order.ts";
import type { AdminOrderFields, OrderView, PublicOrder, Standing, WholeOrder } from "#shop/orders/reading/order-view.ts";
import { reasonOf } from "#shop/orders/reading/reason.ts";
import { recalledIn } from "#shop/orders/recalls/recall.ts";
import { english } from "../english.ts";
import { questionJson } from "./messages/message-json.ts";
import type { AccountOrderJson, AdminOrderJson, BuyersOrderJson, PublicOrderJson } from "./order-json.ts";
import { paymentJson, type ShownPayment } from "./present-payment.ts";
import { placedPart } from "./present-placed-order.ts";

/** What an order's JSON shows beside the order: its payment, and for its buyer what is new in its conversation. */
type ShownOrder = ShownPayment & { news: News | null };

/** An order as this visitor may see it. [S2.15] [S14.17] */
export function orderJson(order: OrderView, origin: string, shown: ShownOrder): BuyersOrderJson | PublicOrderJson {
  return order.isWhole ? buyersJson(order, origin, shown) : publicPart(order);
}

/** An order in its customer's history. [S2.20] [S3.3] */
export function accountOrderJson(order: WholeOrder, origin: string, shown: ShownOrder): AccountOrderJson {
  return { ...buyersJson(order, origin, shown), timestamp: order.createdAt.getTime() };
}

/** An order with everything, for admins only. [S3.3] [S4.6] [S6.5] */
export function adminOrderJson(order: AdminOrderFields): AdminOrderJson {
  const { id, requestCode, verificationNote, adminNote, email, utr, receiptNumber, creditNotes, instructions } = order;
  const proof = unlessErased(order.proof);
  const reserved = order.status === "pending" ? order.reservedIds : [];
  return {
    id,
    ...publicPart(order),
    ...deliveredPart(order),
    userId: order.userId ?? "guest",
    verificationNote,
    giftCardCode: unlessErased(order.giftCard)?.code ?? null,
    proofId: proof?.id ?? null,
    paymentProofUrl: proof && `/api/admin/orders/${requestCode}/proof`,
    reservedIds: Object.fromEntries(reserved.map(({ unitId, value }) => [unitId, value])),
    recalledIds: recalledIn(order),
    shortBy: order.shortBy,
    receiptNumber,
    creditNotes,
    instructions,
    adminNote,
    email,
    utr,
    paymentAskedAt: order.paymentAskedAt?.toISOString() ?? null,
    payableAmount: rupeesFromPaise(order.payablePaise ?? order.totalPaise),
  };
}

/**
 * A buyer sees `admin` instead of the approver's name, and of the notes only that the payment
 * failed. [S4.6] [S4.9]
 */
function buyersJson(order: WholeOrder, origin: string, shown: ShownOrder): BuyersOrderJson {
  const { id, userId, mayCancel, receiptNumber, creditNotes, instructions } = order;
  const { question, unreadMessages } = shown.news ?? { question: null, unreadMessages: null };
  return {
    id,
    ...publicPart(order),
    ...deliveredPart(order),
    verificationNote: order.paymentVerified === false ? english("paymentVerificationFailed") : null,
    userId,
    mayCancel,
    receiptNumber,
    creditNotes,
    instructions,
    privateUrl: order.privatePath && origin + order.privatePath,
    payment: paymentJson(order, shown),
    question: question && questionJson(question),
    unreadMessages,
  };
}

function publicPart(order: PublicOrder | Order): PublicOrderJson {
  return {
    ...placedPart(order),
    ...endedPart(order),
    giftCardLast4: unlessErased(order.giftCard)?.last4 ?? null,
    hasProof: unlessErased(order.proof) !== null,
    paymentVerified: order.paymentVerified,
  };
}

function endedPart(order: Standing): Pick<PublicOrderJson, "processedDate" | "cancelledAt"> {
  switch (order.status) {
    case "pending":
      return { processedDate: null, cancelledAt: null };
    case "approved":
    case "rejected":
      return { processedDate: order.processedAt.toISOString(), cancelledAt: null };
    case "cancelled":
      return { processedDate: null, cancelledAt: order.cancelledAt.toISOString() };
  }
}

/** The last claim of each ID that has one, with its place from 1. [S15.8] */
function claimsOf(ids: readonly DeliveredId[]) {
  return ids.flatMap(({ claim }, n) => {
    if (!claim) return [];
    const { number, state, reason, openedAt, decidedAt } = claim;
    return [{ number, position: n + 1, state, reason, openedAt: openedAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null }];
  });
}

/** The delivered IDs and the reason of a rejection; the same fields in every status. */
function deliveredPart(order: Order) {
  const given = order.status === "approved" ? order.deliveredIds : [];
  return {
    deliveredIds: isErased(given) ? [] : given.map(({ value }) => value),
    claimUntil: order.status === "approved" ? (order.claimUntil?.toISOString() ?? null) : null,
    claims: isErased(given) ? [] : claimsOf(given),
    idsErasedAt: isErased(given) ? given.erasedAt.toISOString() : null,
    downloadLink: order.status === "approved" ? order.downloadLink : null,
    reason: reasonOf(order, (expiry) => english("orderExpired", expiry)),
    paidAt: order.paidAt?.toISOString() ?? null,
    approvedBy: order.status === "approved" ? order.approvedBy : null,
  };
}
