import type { AdminOrder } from "#shop/orders/order-view.ts";
import { readSearch } from "./read-search.ts";

/** The parameters of the queue's address: what is searched, where the page begins, and the orders whose rows are open. [S2.28] [S2.30] */
export type QueuePlace = { search: string; after: string | null; managed: string[] };

/** How many rows can be open at once. */
const MANAGED_MAX = 20;

/** Reads the queue's address; `opened` is an order that is open whatever the address says. */
export function readQueuePlace(params: URLSearchParams, opened?: string): QueuePlace {
  const managed = [...params.getAll("manage"), ...(opened ? [opened] : [])];
  return {
    search: readSearch(params),
    after: params.get("after"),
    managed: [...new Set(managed)].slice(-MANAGED_MAX),
  };
}

/** The queue's address. [S2.23] */
export function queueAddress({ search, after, managed }: QueuePlace): string {
  const params = new URLSearchParams({ tab: "requests" });
  if (search) params.set("search", search);
  if (after) params.set("after", after);
  for (const code of managed) params.append("manage", code);
  return `/admin/dashboard?${params}`;
}

/** The place with an order's row opened, or closed where it is open. [S2.30] */
export function toggled(place: QueuePlace, requestCode: string): QueuePlace {
  const others = place.managed.filter((code) => code !== requestCode);
  return { ...place, managed: others.length < place.managed.length ? others : [...others, requestCode] };
}

/**
 * The rows of the queue: those listed, and those that an admin has open although they left the list (handled elsewhere, or not found by this
 * search), each where its age puts it, so that nothing typed is lost. Oldest first. [S2.28]
 */
export function queueRows(listed: AdminOrder[], open: AdminOrder[]): AdminOrder[] {
  const isListed = new Set(listed.map(({ id }) => id));
  const all = [...listed, ...open.filter(({ id }) => !isListed.has(id))];
  return all.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1));
}

/** The order under this one that is still there, or the last one above it where none is under it: where an admin goes on. */
export function rowAfter(
  orders: AdminOrder[],
  requestCode: string,
  isThere: (order: AdminOrder) => boolean = () => true,
): AdminOrder | undefined {
  const at = orders.findIndex((order) => order.requestCode === requestCode);
  return orders.slice(at + 1).find(isThere) ?? orders.slice(0, Math.max(at, 0)).findLast(isThere);
}
