import { sentence } from "#shop/messages.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { PendingOrder } from "./order.ts";
import type { ProofCheckForm } from "./order-form.ts";

export type CheckedProof = { paymentVerified: boolean; verificationNote: string | null; adminNote: string | null };

/**
 * What becomes of an order's payment after an admin looked at it. Verifying needs a proof and keeps the admin's note; a rejected proof always
 * carries the same note, and what the admin typed is kept privately. Refuses an order that is not paid by gift card. [S4.9]
 */
export function checkProofOf(order: PendingOrder, form: ProofCheckForm): Result<CheckedProof, "proofNotFound"> {
  if (order.paymentMethod !== "amazon" || (form.verified && !order.hasProof)) return refused("proofNotFound");

  return granted({
    paymentVerified: form.verified,
    verificationNote: form.verified ? form.note : sentence("paymentVerificationFailed"),
    adminNote: form.verified ? null : form.note,
  });
}

/** Whether the buyer may send a new code and picture: only after the last ones failed, and while the order is pending. [S4.9] */
export function mayResendProof(order: { status: string; paymentMethod: string; paymentVerified: boolean | null }): boolean {
  return order.status === "pending" && order.paymentMethod === "amazon" && order.paymentVerified === false;
}
