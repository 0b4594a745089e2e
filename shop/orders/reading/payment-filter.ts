/** Which pending orders the queue shows: those whose payment is to be reviewed or collected, or that are paid. */
export const paymentFilters = ["review", "collect", "paid"] as const;
export type PaymentFilter = (typeof paymentFilters)[number];

export function paymentFilterOf(text: string | null): PaymentFilter | null {
  return paymentFilters.find((filter) => filter === text) ?? null;
}

/** How many pending orders there are, and how many each filter shows. */
export type FilterCounts = Record<PaymentFilter | "all", number>;
