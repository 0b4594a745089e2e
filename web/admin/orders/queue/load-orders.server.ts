import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { readQueue } from "#shop/orders/reading/admin-queue.server.ts";
import { type HandledOrder, listHandledOrders } from "#shop/orders/reading/handled-orders.server.ts";
import type { AdminOrder, PageOf } from "#shop/orders/reading/order-view.ts";
import type { QueueCounts } from "#shop/orders/reading/queue-filter.ts";
import type { MostlyHeld } from "#shop/stock/products/inventory.ts";
import { listedOf, type ProcessedAddress, readProcessedAddress } from "../processed/processed-address.ts";
import { type QueueAddress, queueRows, readQueueAddress } from "./queue-rows.ts";

/**
 * What the page Pending Requests shows. `now` is the server's time in ms, from which ages are
 * counted. [S2.28]
 */
export type QueuePage = {
  orders: AdminOrder[];
  next: string | null;
  address: QueueAddress;
  counts: QueueCounts;
  mostlyHeld: MostlyHeld[];
  now: number;
};

/**
 * Loads the queue: pending orders, and orders whose rows are open whatever their status. `opened`
 * is an order to open beyond those in the address. [S2.28] [S4.1]
 */
export async function loadOrders(
  services: Pick<Services, "db" | "vault" | "now">,
  visitor: Visitor,
  params: URLSearchParams,
  opened?: string,
): Promise<QueuePage> {
  const address = readQueueAddress(params, opened);
  const { search, after, managed, order: _, ...filters } = address;
  const { rows, open, next, counts, mostlyHeld } = await readQueue(services, visitor, { search, after, filters, open: managed });
  return { orders: queueRows(rows, open), next, address, counts, mostlyHeld, now: services.now().getTime() };
}

/** What the page Approved Requests shows. [S2.32] */
type ProcessedPage = PageOf<HandledOrder> & { address: ProcessedAddress };

/**
 * Loads a page of processed orders, last processed first. [S2.32]
 */
export async function loadProcessed(
  services: Pick<Services, "db">,
  visitor: Visitor,
  params: URLSearchParams,
  timeZone: string,
): Promise<ProcessedPage> {
  const address = readProcessedAddress(params);
  const { search, after, from, to, paid } = address;
  const days = from || to ? { from, to, timeZone } : null;
  return { ...(await listHandledOrders(services, visitor, listedOf(address.status), { search, after, days, paid })), address };
}
