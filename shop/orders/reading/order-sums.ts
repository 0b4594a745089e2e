import type { Paise } from "#shop/money.ts";

/** A number of orders and their total amount. */
export type OrderSum = { count: number; paise: Paise };

/**
 * What was placed and what was approved since the shop's day and month began. Placed orders count
 * in any status.
 */
export type OrderSums = Record<"today" | "month", { placed: OrderSum; approved: OrderSum }>;
