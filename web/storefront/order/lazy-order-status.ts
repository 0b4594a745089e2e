import { lazyPart } from "#web/parts/lazy-part.ts";

const bring = () => import("./order-status-view.tsx");

/** The order's page where it follows on another: on the product's. */
export const OrderStatus = lazyPart(async () => (await bring()).OrderStatus);

/** Fetches its script before the order is placed, so that whoever ordered does not wait for it. */
export function fetchOrderStatus(): void {
  bring().catch(() => {});
}
