import type { Services } from "#platform/provides.ts";
import { type HandledOrder, listHandledOrders } from "#shop/orders/handled-orders.server.ts";
import type { OrderSums } from "#shop/orders/order-sums.ts";
import type { AdminOrder, PageOf } from "#shop/orders/order-view.ts";
import { readQueue } from "#shop/orders/queue.server.ts";
import type { MostlyHeld } from "#shop/stock/mostly-held.ts";
import { type QueuePlace, queueRows, readQueuePlace } from "./request-rows.ts";
import { listedOf, type ProcessedPlace, readProcessedPlace } from "./requests-processed-place.ts";

/** What the Pending Requests tab shows; `now` is the moment its ages are told from, in ms. [S2.28] */
export type QueuePage = {
  orders: AdminOrder[];
  next: string | null;
  place: QueuePlace;
  sums: OrderSums;
  mostlyHeld: MostlyHeld[];
  now: number;
};

/**
 * Loads the queue for its address: the waiting orders, those that the admin has open whatever became of them, and the sums of the day and the month
 * in the shop's time zone. `opened` is an order that is open although the address does not say so. One statement. For admins alone: the route guards
 * it. [S2.28] [S4.1]
 */
export async function loadRequests(
  services: Pick<Services, "db" | "vault" | "now">,
  params: URLSearchParams,
  timeZone: string,
  opened?: string,
): Promise<QueuePage> {
  const place = readQueuePlace(params, opened);
  const { rows, open, next, sums, mostlyHeld } = await readQueue(services, { ...place, open: place.managed, timeZone });
  return { orders: queueRows(rows, open), next, place, sums, mostlyHeld, now: services.now().getTime() };
}

/** What the Approved Requests tab shows. [S2.32] */
export type ProcessedPage = PageOf<HandledOrder> & { place: ProcessedPlace };

/** Loads the processed orders for the tab's address, the last handled first. One statement. For admins alone: the route guards it. [S2.32] */
export async function loadProcessed(services: Pick<Services, "db">, params: URLSearchParams, timeZone: string): Promise<ProcessedPage> {
  const place = readProcessedPlace(params);
  const { search, after, from, to, paid } = place;
  const days = from || to ? { from, to, timeZone } : null;
  return { ...(await listHandledOrders(services, listedOf(place.status), { search, after, days, paid })), place };
}
