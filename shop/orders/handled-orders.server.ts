import type { Services } from "#platform/provides.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { type Listed, type ListOptions, pageOf, readingOf } from "./listed-orders.server.ts";
import type { PageOf } from "./order-view.ts";
import { type OrderRow, orders } from "./tables.server.ts";

const { id, requestCode, productName, quantity, totalPaise, status, reason, paymentMethod, paidAt, createdAt, handledAt } = orders;
const told = { id, requestCode, productName, quantity, totalPaise, status, reason, paymentMethod, paidAt, createdAt, handledAt };

/** An order that was handled, as a list tells it: no ID and no gift card code travels. [S2.32] [S6.5] */
export type HandledOrder = Pick<OrderRow, keyof typeof told>;

/** A page of handled orders, the last handled first: one statement, which opens nothing sealed. For admins alone. [S2.32] */
export async function listHandledOrders(
  services: Pick<Services, "db">,
  listed: Exclude<Listed, "pending">,
  options: ListOptions = {},
): Promise<PageOf<HandledOrder>> {
  const { where, orderBy } = readingOf(services, listed, options);
  const rows = await services.db
    .select(told)
    .from(orders)
    .where(where)
    .orderBy(...orderBy)
    .limit(PAGE_SIZE + 1);
  return pageOf(rows);
}
