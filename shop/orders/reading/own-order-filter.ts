import type { OrderStatus } from "../order.ts";

/**
 * The filters of a customer's order history, in display order: everything, or one status. [S2.20]
 */
export const ownOrderFilters = ["all", "pending", "approved", "cancelled", "rejected"] as const;
export type OwnOrderFilter = (typeof ownOrderFilters)[number];

/** The number of orders under each filter. [S2.20] */
export type OwnOrderCounts = Record<OwnOrderFilter, number>;

/** Reads the `status` parameter of a URL; an unknown value shows everything. [S2.20] */
export function readOwnOrderFilter(text: string | null): OwnOrderFilter {
  return ownOrderFilters.find((filter) => filter === text) ?? "all";
}

/** The status of a filter; null means all. */
export function statusOf(filter: OwnOrderFilter): OrderStatus | null {
  return filter === "all" ? null : filter;
}
