import { lazyPart } from "#web/parts/site/lazy-part.ts";

const bring = () => import("./order-status-view.tsx");

/** The order's page as part of the product's page. */
export const OrderStatus = lazyPart(async () => (await bring()).OrderStatus);

/** Preloads its script before the order is placed, so that the buyer does not wait for it. */
export function fetchOrderStatus(): void {
  bring().catch(() => {});
}
