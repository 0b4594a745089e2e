import type { OrderStatus } from "./order.ts";

/** What a customer's order history can show: everything, or one status. In the order of its filters. [S2.20] */
export const ownOrderFilters = ["all", "pending", "approved", "cancelled", "rejected"] as const;
export type OwnOrderFilter = (typeof ownOrderFilters)[number];

/** How many orders each filter shows. [S2.20] */
export type OwnOrderCounts = Record<OwnOrderFilter, number>;

/** Reads the `status` of an address; what is no filter shows everything. [S2.20] */
export function readOwnOrderFilter(text: string | null): OwnOrderFilter {
  return ownOrderFilters.find((filter) => filter === text) ?? "all";
}

/** The status that a filter asks for; null asks for all. */
export function statusOf(filter: OwnOrderFilter): OrderStatus | null {
  return filter === "all" ? null : filter;
}
