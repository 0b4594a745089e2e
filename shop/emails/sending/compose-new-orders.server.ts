import { sql } from "drizzle-orm";
import { orderedName } from "#shop/orders/reading/ordered-name.ts";
import { orders } from "#shop/orders/tables.server.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { NEW_ORDERS_LISTED_MAX } from "../constants.ts";
import { newOrdersEmail } from "../new-orders-email.ts";
import type { EmailRow } from "../tables.server.ts";
import { addressesOf, type Composed, type ComposingNeeds, shopIn } from "./compose-email.server.ts";

/**
 * Composes one email to the owner about several new orders, in the order in which they came: the
 * first of them with their facts, the rest counted. `needed` are the emails whose order was not
 * cancelled meanwhile.
 */
export async function composeNewOrders(
  services: ComposingNeeds,
  rows: readonly EmailRow[],
  settings: ShopSettings,
  origin: string,
): Promise<{ needed: EmailRow[]; composed: Composed }> {
  const { id, requestCode, status, quantity, totalPaise, paymentMethod, productName, productNames } = orders;
  const found = await services.db
    .select({ id, requestCode, status, quantity, totalPaise, paymentMethod, productName, productNames })
    .from(orders)
    .where(sql`${id} = any(${sql.param(rows.map(({ orderId }) => orderId))}::text[])`);
  const ordersById = new Map(found.filter(({ status }) => status !== "cancelled").map((order) => [order.id, order]));
  const needed = rows
    .filter(({ orderId }) => ordersById.has(orderId ?? ""))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const shop = shopIn(null, settings, origin);
  const listed = needed.slice(0, NEW_ORDERS_LISTED_MAX).flatMap(({ orderId }) => {
    const order = ordersById.get(orderId ?? "");
    return order ? [{ ...order, productName: orderedName(order, shop.language).text }] : [];
  });
  const email = newOrdersEmail({ ...shop, count: needed.length, listed, link: `${origin}/admin/orders` });
  const to = rows[0] ? await addressesOf(services, rows[0], settings) : [];
  return { needed, composed: { email, to, replyTo: null, isNeeded: true } };
}
