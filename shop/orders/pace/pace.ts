import { DAY_MS } from "#shop/constants.ts";
import type { FreeCost } from "#shop/stock/products/inventory.ts";

/** How many IDs of a product are delivered per day lately, by product, of those with enough deliveries. [S17.7] */
export type Pace = {
  perDay: ReadonlyMap<string, number>;
  /** The products that would run out first, the first of them first. */
  soonest: string[];
  /** What all free IDs cost. */
  freeCost: FreeCost;
};

/** The pace is that of so many days, and of fewer deliveries nothing is said. [S17.7] */
export const PACE_DAYS = 14;
const DELIVERED_MIN = 5;

/** *Today* lists so many products at most, those that run out within so many days. [S17.7] */
export const RUNNING_OUT_SHOWN = 5;
export const RUNNING_OUT_DAYS = 7;

/**
 * How many IDs a day were delivered in the last 14 days; of a newer product, since it came. Null if
 * they are too few to tell. [S17.7]
 */
export function perDay(delivered: number, ageMs: number): number | null {
  if (delivered < DELIVERED_MIN) return null;
  return delivered / Math.min(Math.max(Math.ceil(ageMs / DAY_MS), 1), PACE_DAYS);
}

/**
 * For how many whole days the free IDs last at this pace. Null if nobody can tell, or none is left.
 * [S17.7]
 */
export function daysLeft(available: number, pace: number | undefined): number | null {
  return pace === undefined || available === 0 ? null : Math.floor(available / pace);
}
