import type { Services } from "#platform/provides.ts";
import { findAdminOrders, listPendingOrders, listProcessedOrders } from "#shop/orders/admin-orders.server.ts";
import type { AdminOrder, PageOf } from "#shop/orders/order-view.ts";
import { type QueuePlace, queueRows, readQueuePlace } from "./request-rows.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;

/** What the Pending Requests tab shows; `now` is the moment its ages are told from, in ms. [S2.28] */
export type QueuePage = { orders: AdminOrder[]; next: string | null; place: QueuePlace; now: number };

/**
 * Loads the queue for its address: the waiting orders, and those that the admin has open whatever became of them. `opened` is an order that is open
 * although the address does not say so. At most two statements. For admins alone: the route guards it. [S2.28] [S4.1]
 */
export async function loadRequests(services: Needs, params: URLSearchParams, opened?: string): Promise<QueuePage> {
  const place = readQueuePlace(params, opened);
  const { rows, next } = await listPendingOrders(services, place);
  const isListed = new Set(rows.map(({ requestCode }) => requestCode));
  const open = await findAdminOrders(
    services,
    place.managed.filter((code) => !isListed.has(code)),
  );
  return { orders: queueRows(rows, open), next, place, now: services.now().getTime() };
}

/** What the Approved Requests tab shows. [S2.32] */
export type ProcessedPage = PageOf<ProcessedRow> & { search: string; after: string | null };

/** A processed order without what its table does not tell: no ID and no gift card code travels. [S2.32] [S6.5] */
export type ProcessedRow = Pick<
  AdminOrder,
  "id" | "requestCode" | "productName" | "quantity" | "totalPaise" | "status" | "createdAt" | "processedAt" | "reason" | "userId"
>;

/** Loads the processed orders for the tab's address, the last handled first. One statement. For admins alone: the route guards it. [S2.32] */
export async function loadProcessed(services: Needs, params: URLSearchParams): Promise<ProcessedPage> {
  const { search, after } = readQueuePlace(params);
  const { rows, next } = await listProcessedOrders(services, { search, after });
  return { rows: rows.map(processedRow), next, search, after };
}

function processedRow(order: AdminOrder): ProcessedRow {
  const { id, requestCode, productName, quantity, totalPaise, status, createdAt, processedAt, reason, userId } = order;
  return { id, requestCode, productName, quantity, totalPaise, status, createdAt, processedAt, reason, userId };
}
