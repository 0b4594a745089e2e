import { z } from "zod";

const MISSING_ORDERS_MAX = 1_000_000;

/** How many orders came after the backup of a restored shop, as far as the owner knows. */
export const SettlementForm = z.object({
  missingOrders: z
    .string("missingOrdersInvalid")
    .trim()
    .regex(/^\d{1,7}$/, "missingOrdersInvalid")
    .transform(Number)
    .refine((count) => count <= MISSING_ORDERS_MAX, "missingOrdersInvalid"),
});
export type SettlementForm = z.output<typeof SettlementForm>;
