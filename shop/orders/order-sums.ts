import type { Paise } from "#shop/money.ts";

/** How many orders, and what they come to. */
export type OrderSum = { count: number; paise: Paise };

/** What was placed and what was approved since the shop's day began, and since its month did; whatever became of the placed ones. */
export type OrderSums = Record<"today" | "month", { placed: OrderSum; approved: OrderSum }>;

/** Before there is any. */
export const noSums: OrderSums = {
  today: { placed: { count: 0, paise: 0 }, approved: { count: 0, paise: 0 } },
  month: { placed: { count: 0, paise: 0 }, approved: { count: 0, paise: 0 } },
};
