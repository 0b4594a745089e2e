import { ID_MAX_LENGTH } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { PendingOrder } from "./order.ts";
import type { ApprovalForm } from "./order-form.ts";

/** Whether only an ordinary order may be approved: nobody looks at each of several that are approved at once. */
export type OrdinaryAlone = { ordinaryAlone?: boolean };

/** Whether nothing about an order's payment is left to judge: it is paid afterwards, or an admin verified the gift card's picture. */
export function isOrdinary(order: Pick<PendingOrder, "paymentMethod" | "hasProof" | "paymentVerified">): boolean {
  return order.paymentMethod === "request" || (order.hasProof && order.paymentVerified === true);
}

/**
 * Whether a pending order may be approved with these IDs: exactly as many as were ordered, no line twice; an amazon order has its proof; one
 * whose payment failed verification is approved only when the admin says so once more. [S5.4] [S5.5] [S4.9]
 */
export function approve(
  order: PendingOrder,
  form: Pick<ApprovalForm, "ids" | "confirmed"> & OrdinaryAlone,
): Result<string[], "exactlyNIds" | "idTooLong" | "proofRequired" | "verificationFailedConfirm" | "orderNotOrdinary"> {
  const { ids } = form;
  if (form.ordinaryAlone && !isOrdinary(order)) return refused("orderNotOrdinary");
  if (order.paymentMethod === "amazon" && !order.hasProof) return refused("proofRequired");
  if (ids.length !== order.quantity || new Set(ids).size !== ids.length) return refused("exactlyNIds", order.quantity);
  if (ids.some((id) => id.length > ID_MAX_LENGTH)) return refused("idTooLong", ID_MAX_LENGTH);
  if (order.paymentVerified === false && !form.confirmed) return refused("verificationFailedConfirm");

  return granted(ids);
}
