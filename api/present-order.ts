import { messages } from "#shop/messages.ts";
import { rupeesFromPaise } from "#shop/money.ts";
import { privatePath } from "#shop/orders/access-key.ts";
import type { OrderStatus, Placed } from "#shop/orders/order.ts";
import { type AdminOrder, type DeliveredPart, nothingErased, type OrderView, type PublicOrder } from "#shop/orders/order-view.ts";
import type { AccountOrderJson, AdminOrderJson, BuyersOrderJson, PlacedOrderJson, PublicOrderJson } from "./order-json.ts";

/** A new order for whoever placed it, with the key and the link of a guest's. [S3.3] [S6.6] */
export function placedJson(
  order: Placed & { status: OrderStatus; accessKey: string | null },
  { origin, userId }: { origin: string; userId: string | null },
): PlacedOrderJson {
  const { id, requestCode, accessKey } = order;
  return {
    id,
    ...placedPart(order),
    userId: userId ?? "guest",
    accessKey,
    statusUrl: `${origin}/order-status/${requestCode}`,
    privateUrl: accessKey && origin + privatePath(requestCode, accessKey),
  };
}

/** An order as this visitor may see it. [S2.15] */
export function orderJson(order: OrderView, origin: string): BuyersOrderJson | PublicOrderJson {
  return order.delivered ? buyersJson({ ...order, delivered: order.delivered }, origin) : publicPart(order);
}

/** An order in the history of its customer. [S2.20] [S3.3] */
export function accountOrderJson(order: OrderView, origin: string): AccountOrderJson {
  const delivered = order.delivered ?? {
    deliveredIds: [],
    downloadLink: null,
    reason: null,
    replacedAt: [],
    paidAt: null,
    erased: nothingErased,
  };
  return { ...buyersJson({ ...order, delivered }, origin), timestamp: order.createdAt.getTime() };
}

/** An order with everything, for admins alone. [S3.3] [S4.6] [S6.5] */
export function adminOrderJson(order: AdminOrder): AdminOrderJson {
  const { id, requestCode, approvedBy, verificationNote, giftCardCode, adminNote, email } = order;
  return {
    id,
    ...publicPart(order),
    ...deliveredPart(order),
    userId: order.userId ?? "guest",
    approvedBy,
    verificationNote,
    giftCardCode,
    proofId: order.proofId,
    paymentProofUrl: order.proofName === null ? null : `/api/admin/orders/${requestCode}/proof`,
    reservedIds: Object.fromEntries(order.reservedIds.map(({ unitId, value }) => [unitId, value])),
    shortBy: order.shortBy,
    adminNote,
    email,
  };
}

/** A buyer reads `admin` for whoever approved, and of the notes only that the payment failed. [S4.6] [S4.9] */
function buyersJson(order: OrderView & { delivered: DeliveredPart }, origin: string): BuyersOrderJson {
  const { id, userId, mayCancel } = order;
  return {
    id,
    ...publicPart(order),
    ...deliveredPart(order.delivered),
    approvedBy: order.status === "approved" ? "admin" : null,
    verificationNote: order.paymentVerified === false ? messages.paymentVerificationFailed : null,
    userId,
    mayCancel,
    privateUrl: order.privatePath && origin + order.privatePath,
  };
}

function publicPart(order: PublicOrder): PublicOrderJson {
  const { giftCardLast4, hasProof, paymentVerified } = order;
  return {
    ...placedPart(order),
    processedDate: order.processedAt?.toISOString() ?? null,
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
    giftCardLast4,
    hasProof,
    paymentVerified,
  };
}

function placedPart(order: Placed & { status: OrderStatus }) {
  const { requestCode, status, productId, productName, quantity, paymentMethod } = order;
  return {
    requestCode,
    status,
    productId,
    productName,
    quantity,
    price: rupeesFromPaise(order.pricePaise),
    totalAmount: rupeesFromPaise(order.totalPaise),
    paymentMethod,
    createdAt: order.createdAt.getTime(),
  };
}

function deliveredPart({ deliveredIds, downloadLink, reason, paidAt, erased }: DeliveredPart) {
  return { deliveredIds, idsErasedAt: erased.idsAt?.toISOString() ?? null, downloadLink, reason, paidAt: paidAt?.toISOString() ?? null };
}
