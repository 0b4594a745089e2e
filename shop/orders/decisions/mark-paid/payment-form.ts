import { z } from "zod";

/** The form to record that an order was paid, or was not paid after all. */
export const PaymentForm = z.object({ state: z.enum(["paid", "unpaid"]) });
export type PaymentForm = z.output<typeof PaymentForm>;
