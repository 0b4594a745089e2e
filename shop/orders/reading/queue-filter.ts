import { APPROVAL_MAX_HOURS, HOUR_MS } from "#shop/constants.ts";
import { methodNames, type PaymentMethod } from "../order.ts";

/**
 * The filters of the queue: whose payment is to be reviewed, whose proof nobody checked, what waits
 * longer than promised, what lacks IDs or money, what is to be collected, what is paid, whose buyer was asked, and whose
 * buyer answered. [S10.17] [S12.6] [S14.3]
 */
export const queueFilters = ["review", "proof", "late", "short", "collect", "paid", "asked", "answered"] as const;
export type QueueFilter = (typeof queueFilters)[number];

/**
 * Which pending orders the queue shows: those of a filter, of a product and by a payment method.
 * null means any.
 */
export type QueueFilters = { filter: QueueFilter | null; productId: string | null; method: PaymentMethod | null };

export const noQueueFilters: QueueFilters = { filter: null, productId: null, method: null };

/** Orders that were placed before this time wait longer than the shop promises. [S1.2] */
export function lateBefore(now: Date): Date {
  return new Date(now.getTime() - APPROVAL_MAX_HOURS * HOUR_MS);
}

export function queueFilterOf(text: string | null): QueueFilter | null {
  return queueFilters.find((filter) => filter === text) ?? null;
}

export function methodOf(text: string | null): PaymentMethod | null {
  return methodNames.find((name) => name === text) ?? null;
}

/** A product with pending orders, and how many. `language` is the language of its name. */
type ProductCount = { id: string; name: string; language: string; count: number };

/**
 * How many orders each filter shows of the chosen product and method, and how many there are of
 * each product and method. `isCut`: there may be more, because the queue is long.
 */
export type QueueCounts = Record<QueueFilter | "all", number> & {
  isCut: boolean;
  products: ProductCount[];
  methods: { method: PaymentMethod; count: number }[];
};
