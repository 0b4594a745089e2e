import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { type PaymentFilter, paymentFilterOf } from "#shop/orders/reading/payment-filter.ts";
import { readSearch } from "#web/admin/frame/read-search.ts";

/** The queue's parameters: search, cursor, and the orders with open rows. [S2.28] [S2.30] */
export type QueueAddress = { search: string; payment: PaymentFilter | null; after: string | null; managed: string[] };

/** The maximum number of open rows. */
const MANAGED_MAX = 20;

/** Reads the parameters; `opened` is an order to open in addition. */
export function readQueueAddress(params: URLSearchParams, opened?: string): QueueAddress {
  const managed = [...params.getAll("manage"), ...(opened ? [opened] : [])];
  return {
    search: readSearch(params),
    payment: paymentFilterOf(params.get("payment")),
    after: params.get("after"),
    managed: [...new Set(managed)].slice(-MANAGED_MAX),
  };
}

/** The queue's address. [S2.23] */
export function queueAddress({ search, payment, after, managed }: QueueAddress): string {
  const params = new URLSearchParams({ tab: "requests" });
  if (search) params.set("search", search);
  if (payment) params.set("payment", payment);
  if (after) params.set("after", after);
  for (const code of managed) params.append("manage", code);
  return `/admin/dashboard?${params}`;
}

/** The address of the orders of all pages that match the queue's search and filter. [S12.6] */
export function matchingAddress({ search, payment }: Pick<QueueAddress, "search" | "payment">): string {
  return `/admin/orders/matching?${new URLSearchParams({ ...(search && { search }), ...(payment && { payment }) })}`;
}

/** Opens an order's row, or closes it if it is open. [S2.30] */
export function toggled(address: QueueAddress, requestCode: string): QueueAddress {
  const others = address.managed.filter((code) => code !== requestCode);
  return { ...address, managed: others.length < address.managed.length ? others : [...others, requestCode] };
}

/**
 * The rows of the queue, first those that money came for and then the oldest: the listed orders, and
 * those with an open row that left the list because they were decided elsewhere or do not match the
 * search. They stay so that nothing typed is lost. [S2.28] [S10.6] [S10.8]
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
