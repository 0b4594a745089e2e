import { z } from "zod";
import { APPROVALS_AT_ONCE_MAX } from "#shop/constants.ts";
import { isOrdinary } from "./approval.ts";
import type { AdminOrder } from "./order-view.ts";

/** Which orders an admin approves at once, by their request codes; one named twice is one. */
export const ApprovalsForm = z.object({
  codes: z
    .array(z.string().max(100), "noOrdersChosen")
    .transform((codes) => [...new Set(codes)])
    .pipe(z.array(z.string()).min(1, "noOrdersChosen").max(APPROVALS_AT_ONCE_MAX, "tooManyOrdersChosen")),
});
export type ApprovalsForm = z.output<typeof ApprovalsForm>;

/** What became of several: the codes of those approved, and why each of the others was not. */
export type SeveralApproved = { approved: string[]; failed: { requestCode: string; sentence: string }[] };

/** Whether an order can be approved together with others: pending, ordinary, and as many IDs are reserved for it as it asks for. */
export function mayApproveWithOthers(
  order: Pick<AdminOrder, "status" | "paymentMethod" | "hasProof" | "paymentVerified" | "quantity" | "reservedIds">,
): boolean {
  return order.status === "pending" && isOrdinary(order) && order.reservedIds.length === order.quantity;
}
