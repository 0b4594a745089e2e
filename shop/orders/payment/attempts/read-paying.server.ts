import { eq, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { DeliveryWay } from "#shop/catalogue/product.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { type AttemptState, isProviderName, type PaymentState, type ProviderName } from "#shop/payments/payment.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { isAskedToPay } from "../order-payment.ts";
import { atOnceUpTo } from "../settling/instant-limit.ts";
import { type PayingPart, payingPart } from "./paying-part.ts";

type Attempt = { provider: ProviderName; state: AttemptState; payUrl: string | null; hasFailed: boolean };

// Drizzle writes a column in a selection without its table: in a subquery it would be another one.
const selected = {
  holdUntil: orders.holdUntil,
  payablePaise: sql<number>`coalesce(${orders.payablePaise}, ${orders.totalPaise})::float8`,
  attempt: sql<Attempt | null>`(select json_build_object('provider', a.provider, 'state', a.state, 'payUrl', a.pay_url, 'hasFailed', a.failure is not null)
    from payment_attempts a where a.order_id = orders.id order by a.number desc limit 1)`,
  delivery: sql<DeliveryWay>`(select p.delivery from products p where p.id = orders.product_id)`,
  payments: sql<PaymentState[]>`array(select p.state from payments p where p.order_id = orders.id)`,
};

/**
 * How the payment of an order at a provider stands; null for other orders, and for a visitor who is
 * not its buyer. A buyer who was asked to pay may have chosen one. One query for such an order,
 * none for others. [S10.3] [S10.17]
 */
export async function readPaying(services: Pick<Services, "settings"> & { db: Reading }, order: OrderView): Promise<PayingPart | null> {
  if (!order.isWhole || !(isProviderName(order.paymentMethod) || isAskedToPay(order))) return null;
  const [row] = await services.db.select(selected).from(orders).where(eq(orders.id, order.id));
  if (!row) return null;
  const { holdUntil, payablePaise, delivery, attempt, payments } = row;
  const provider = attempt?.provider ?? order.paymentMethod;
  if (!isProviderName(provider)) return null;
  const standing = { status: order.status, paidAt: order.paidAt, holdUntil, payablePaise };
  const isAtOnce = order.quantity <= atOnceUpTo({ delivery, pricePaise: order.pricePaise }, await readSettings(services));
  return payingPart({ provider, order: standing, attempt, payments, isAtOnce });
}
