import { rupeesFromPaise } from "#shop/money.ts";
import { privatePath } from "#shop/orders/access/access-key.ts";
import type { OrderStatus, Placed } from "#shop/orders/order.ts";
import type { PlacedOrderJson } from "./order-json.ts";

/**
 * A new order for its buyer, with the access key and the private link for a guest. [S3.3] [S6.6]
 */
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

/** What every visitor sees of an order: what was ordered, when, and its status. [S3.3] */
export function placedPart(order: Placed & { status: OrderStatus }) {
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
