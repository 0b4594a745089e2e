import type { Services } from "#platform/provides.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { findProductOnSale } from "#shop/stock/products/products-on-sale.server.ts";

/** Whether the product of an order that ended without IDs is on sale. Asks for no other order. */
export async function canOrderAgain(
  services: Pick<Services, "db">,
  { status, productId }: Pick<OrderView, "status" | "productId">,
): Promise<boolean> {
  return status === "pending" || status === "approved" || (await findProductOnSale(services, productId)) !== null;
}
