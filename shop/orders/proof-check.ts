import { sentence } from "#shop/messages.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { PendingOrder } from "./order.ts";
import type { ProofCheckForm } from "./order-form.ts";

/** What is noted of a payment beside its order: which picture it has, and when it was paid. */
export type PaymentNoted = { proofId: string | null; paidAt: Date | null };

export type CheckedProof = { paidAt: Date | null; paymentVerified: boolean; verificationNote: string | null; adminNote: string | null };

/**
 * What becomes of an order's payment after an admin looked at it. Verifying needs a proof and keeps the admin's note; a rejected proof always
 * carries the same note, and what the admin typed is kept privately. Verified means paid. Refuses an order that is not paid by gift card, and a
 * picture that is not the one the admin looked at, because the buyer sent another meanwhile. [S4.9]
 */
export function checkProofOf(
  order: PendingOrder & PaymentNoted,
  form: ProofCheckForm,
  at: Date,
): Result<CheckedProof, "proofNotFound" | "proofChanged"> {
  if (order.paymentMethod !== "amazon" || (form.verified && !order.hasProof)) return refused("proofNotFound");
  if (form.proofId && form.proofId !== order.proofId) return refused("proofChanged");

  return granted({
    paidAt: form.verified ? (order.paidAt ?? at) : null,
    paymentVerified: form.verified,
    verificationNote: form.verified ? form.note : sentence("paymentVerificationFailed"),
    adminNote: form.verified ? null : form.note,
  });
}

/** Whether the buyer may send a new code and picture: only after the last ones failed, and while the order is pending. [S4.9] */
export function mayResendProof(order: { status: string; paymentMethod: string; paymentVerified: boolean | null }): boolean {
  return order.status === "pending" && order.paymentMethod === "amazon" && order.paymentVerified === false;
}
