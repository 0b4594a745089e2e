import { randomUUID } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { buyerIdOf } from "#shop/accounts/visitor.ts";
import { type EmailToQueue, queueing } from "#shop/emails/queue-email.server.ts";
import { LOW_STOCK } from "#shop/stock/constants.ts";
import { type ActionHappened, factsOfOrder, queueingDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import type { PlacingNeeds, Seen, Taken } from "./decide-order.server.ts";

/**
 * Builds the statements that queue emails and webhook deliveries about new orders, and deliveries
 * about products that became low. `products` are as the orders leave them.
 */
export function notifyingOfOrders(services: PlacingNeeds, taken: Taken[], products: Seen["products"]): { name?: string; statement: SQL }[] {
  const emails = taken.flatMap((one) => emailsOf(one).map((email) => ({ ...email, id: randomUUID() })));
  const deliveries = { statement: queueingDeliveries(services, [...taken.map(placed), ...becameLow(taken, products)]) };
  if (emails.length === 0) return [deliveries];
  return [{ name: services.mail.isOn ? "queue-emails" : "store-emails", statement: queueing(services, emails) }, deliveries];
}

/** The emails about a new order: to its buyer if allowed, and to the owner if the settings say so. */
function emailsOf({ attempt, made, mayEmail }: Taken): EmailToQueue[] {
  const { visitor, settings, address } = attempt;
  const orderId = made.order.id;
  const userId = buyerIdOf(visitor);
  const emails: EmailToQueue[] = [];
  if (address !== null && mayEmail)
    emails.push({ kind: "order-placed", to: { email: address }, orderId, ...(userId === null ? {} : { userId }) });
  if (settings.mailsNewOrders) emails.push({ kind: "new-order", to: "owner", orderId });
  return emails;
}

function placed({ made: { order } }: Taken): ActionHappened {
  return { event: "order.placed", facts: factsOfOrder(order, "pending") };
}

/** Products whose free IDs these orders brought down to `LOW_STOCK` or fewer. */
function becameLow(taken: Taken[], products: Seen["products"]): ActionHappened[] {
  return [...Map.groupBy(taken, ({ made }) => made.order.productId)].flatMap(([productId, orders]) => {
    const { name: productName = "", available = 0 } = products.get(productId) ?? {};
    const before = available + orders.reduce((sum, { made }) => sum + made.order.quantity, 0);
    if (before <= LOW_STOCK || available > LOW_STOCK) return [];
    return [{ event: "stock.low", facts: { productId, productName, available } } as const];
  });
}
