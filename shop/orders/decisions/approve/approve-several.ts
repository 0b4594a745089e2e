import { z } from "zod";
import { APPROVALS_AT_ONCE_MAX } from "#shop/orders/constants.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { isOrdinary } from "./approval.ts";

/**
 * The request codes of the orders to approve at once; duplicates count once. Refuses none
 * (`noOrdersChosen`) and too many (`tooManyOrdersChosen`).
 */
export const ApprovalsForm = z.object({
  codes: z
    .array(z.string().max(100), "noOrdersChosen")
    .transform((codes) => [...new Set(codes)])
    .pipe(z.array(z.string()).min(1, "noOrdersChosen").max(APPROVALS_AT_ONCE_MAX, "tooManyOrdersChosen")),
});
export type ApprovalsForm = z.output<typeof ApprovalsForm>;

/**
 * The outcome: the codes of the approved orders, and for each of the others why it was not
 * approved.
 */
export type SeveralApproved = { approved: string[]; failed: { requestCode: string; sentence: string }[] };

/**
 * Whether an order can be approved together with others: it is pending and ordinary, and all of its
 * IDs are reserved.
 */
export function mayApproveWithOthers(order: AdminOrder): boolean {
  return order.status === "pending" && isOrdinary(order) && order.reservedIds.length === order.quantity;
}
