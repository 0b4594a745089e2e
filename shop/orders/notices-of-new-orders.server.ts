import type { Statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/provides.ts";
import { LOW_STOCK } from "#shop/constants.ts";
import { isHeard } from "#shop/notices/heard.server.ts";
import { type DeedHappened, factsOfOrder, noticesOf } from "#shop/notices/queue-notices.server.ts";
import type { Taken } from "./decide-order.server.ts";
import type { ProductAtOrder } from "./placing.ts";

/**
 * The statement that tells of new orders and of products that have few IDs left since, to be sent along with others in one round trip; null where nobody wants to
 * know. `products` are as the orders leave them.
 */
export function noticesStatement(
  services: Pick<Services, "db" | "now">,
  taken: Taken[],
  products: ReadonlyMap<string, Pick<ProductAtOrder, "name" | "available">>,
): Statement | null {
  return noticesOf(services, [...placed(services, taken), ...(isHeard(services, "stock.low") ? becameLow(taken, products) : [])]);
}

function placed(services: Pick<Services, "db">, taken: Taken[]): DeedHappened[] {
  if (!isHeard(services, "order.placed")) return [];
  return taken.map(({ made: { order } }) => ({ event: "order.placed", facts: factsOfOrder(order, "pending") }));
}

/** Products that had more IDs before these orders than the shop calls low, and have no more than that now. */
function becameLow(taken: Taken[], products: ReadonlyMap<string, Pick<ProductAtOrder, "name" | "available">>): DeedHappened[] {
  return [...Map.groupBy(taken, ({ made }) => made.order.productId)].flatMap(([productId, orders]) => {
    const { name: productName = "", available = 0 } = products.get(productId) ?? {};
    const before = available + orders.reduce((sum, { made }) => sum + made.order.quantity, 0);
    if (before <= LOW_STOCK || available > LOW_STOCK) return [];
    return [{ event: "stock.low", facts: { productId, productName, available } } as const];
  });
}
