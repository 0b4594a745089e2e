import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { methodOf, type QueueFilters, queueFilterOf } from "#shop/orders/reading/queue-filter.ts";
import { readSearch } from "#web/admin/lists/read-search.ts";

/**
 * The queue's parameters: search, filters, cursor, the orders with open rows, and the order that is
 * shown beside the list where there is room. [S2.28] [S2.30] [S12.6]
 */
export type QueueAddress = QueueFilters & { search: string; after: string | null; managed: string[]; order: string | null };

/** The page of the queue, without parameters. */
export const QUEUE = "/admin/orders";

/** The maximum number of open rows. */
const MANAGED_MAX = 20;

/** Reads the parameters; `opened` is an order to open in addition. */
export function readQueueAddress(params: URLSearchParams, opened?: string): QueueAddress {
  const managed = [...params.getAll("manage"), ...(opened ? [opened] : [])];
  return {
    search: readSearch(params),
    ...readQueueFilters(params),
    after: params.get("after"),
    managed: [...new Set(managed)].slice(-MANAGED_MAX),
    order: params.get("order") || null,
  };
}

/** Reads the filters; an unknown one is none. */
export function readQueueFilters(params: URLSearchParams): QueueFilters {
  return {
    filter: queueFilterOf(params.get("filter")),
    productId: params.get("product") || null,
    method: methodOf(params.get("method")),
  };
}

/** Whether the queue shows only some of its orders, without a search. */
export function isFiltered({ filter, productId, method }: QueueFilters): boolean {
  return filter !== null || productId !== null || method !== null;
}

/** The parameters of search and filters. */
export function filterParams({ search, filter, productId, method }: QueueFilters & { search: string }): [string, string][] {
  const all = { search, filter, product: productId, method };
  return Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : []));
}

/** The queue's address. [S2.23] */
export function queueAddress({ after, managed, order, ...filters }: QueueAddress): string {
  const params = new URLSearchParams(filterParams(filters));
  if (after) params.set("after", after);
  for (const code of managed) params.append("manage", code);
  if (order) params.set("order", order);
  return params.size > 0 ? `${QUEUE}?${params}` : QUEUE;
}

/** The address of the orders of all pages that match the queue's search and filters. [S12.6] */
export function matchingAddress(filters: QueueAddress): string {
  return `/admin/orders/matching?${new URLSearchParams(filterParams(filters))}`;
}

/** Opens an order's row, or closes it if it is open. [S2.30] */
export function toggled(address: QueueAddress, requestCode: string): QueueAddress {
  const others = address.managed.filter((code) => code !== requestCode);
  return { ...address, managed: others.length < address.managed.length ? others : [...others, requestCode] };
}

/**
 * The rows of the queue, first those that money came for and then the oldest: the listed orders,
 * and those with an open row that left the list because they were decided elsewhere or do not match
 * the search. They stay so that nothing typed is lost. [S2.28] [S10.6] [S10.8]
 */
export function queueRows(listed: AdminOrder[], open: AdminOrder[]): AdminOrder[] {
  const isListed = new Set(listed.map(({ id }) => id));
  const all = [...listed, ...open.filter(({ id }) => !isListed.has(id))];
  const hasNoMoney = ({ paidAt, hasPaymentToReview }: AdminOrder) => Number(paidAt === null && !hasPaymentToReview);
  return all.sort(
    (one, other) =>
      hasNoMoney(one) - hasNoMoney(other) || one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1),
  );
}

/** Where the focus goes when an order disappears: the next one, or else the last one above. */
export function rowAfter(
  orders: AdminOrder[],
  requestCode: string,
  isThere: (order: AdminOrder) => boolean = () => true,
): AdminOrder | undefined {
  const at = orders.findIndex((order) => order.requestCode === requestCode);
  return orders.slice(at + 1).find(isThere) ?? orders.slice(0, Math.max(at, 0)).findLast(isThere);
}
