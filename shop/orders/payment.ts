import { z } from "zod";
import type { PaymentMethod } from "./order.ts";
import type { OrderView } from "./order-view.ts";

/** What an admin sends to note that an order was paid, or was not after all. */
export const PaymentForm = z.object({ state: z.enum(["paid", "unpaid"]) });
export type PaymentForm = z.output<typeof PaymentForm>;

/** What of an order tells whether it was paid. */
type Payable = { paymentMethod: PaymentMethod; paymentVerified: boolean | null; paidAt: Date | null };

/** When an order that is approved now counts as paid: what was noted before stays, and a gift card that did not fail counts from now on. [S1.5] */
export function paidAtApproval(order: Payable, at: Date): Date | null {
  const isGiftCardTaken = order.paymentMethod === "amazon" && order.paymentVerified !== false;
  return order.paidAt ?? (isGiftCardTaken ? at : null);
}

/** The owner's words on how to pay, for whoever may see what was delivered and still has to pay; empty otherwise. [S1.4] [S2.15] */
export function howToPayFor(order: OrderView, howToPay: string): string {
  return order.delivered && isToBePaid({ ...order, paidAt: order.delivered.paidAt }) ? howToPay : "";
}

/** Whether its buyer still has to pay: an approved `Request First` order that nobody marked as paid. [S1.4] */
export function isToBePaid(order: { status: string; paymentMethod: PaymentMethod; paidAt: Date | null }): boolean {
  return order.status === "approved" && order.paymentMethod === "request" && order.paidAt === null;
}
