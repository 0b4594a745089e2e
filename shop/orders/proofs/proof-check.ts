import { ok, type Result, refused } from "#shop/refusal.ts";
import type { AskedKind } from "#shop/settings/question-presets.ts";
import type { ProofCheckForm } from "../decisions/decision-forms.ts";
import type { GiftCard, Order, PendingOrder } from "../order.ts";

type CheckedProof = { paidAt: Date | null; paymentVerified: boolean; verificationNote: string | null; adminNote: string | null };

/**
 * Decides an order's payment after an admin checked its proof; verified means paid. Verifying needs
 * a proof and stores the admin's note. A rejected proof gets `rejectedNote`, and what the admin
 * typed is stored as `adminNote`. Refuses an order without a gift card or proof
 * (`proofNotFound`), and a proof that the admin did not look at because the buyer sent another
 * meanwhile (`proofChanged`). [S4.9]
 */
export function checkProofOf(
  order: PendingOrder<GiftCard, { id: string }>,
  form: ProofCheckForm,
  { at, rejectedNote }: { at: Date; rejectedNote: string },
): Result<CheckedProof, "proofNotFound" | "proofChanged"> {
  if (order.paymentMethod !== "amazon" || (form.verified && order.proof === null)) return refused("proofNotFound");
  if (form.proofId && form.proofId !== order.proof?.id) return refused("proofChanged");

  return ok({
    paidAt: form.verified ? (order.paidAt ?? at) : null,
    paymentVerified: form.verified,
    verificationNote: form.verified ? form.note : rejectedNote,
    adminNote: form.verified ? null : form.note,
  });
}

/**
 * Whether the buyer may send a new code and proof while the order is pending: if the open question
 * asks for them, or after a failed verification without a question. [S4.9] [S14.4]
 */
export function mayResendProof(order: Pick<Order, "status" | "paymentMethod" | "paymentVerified">, asked: AskedKind | null): boolean {
  if (order.status !== "pending" || order.paymentMethod !== "amazon") return false;
  return asked === null ? order.paymentVerified === false : asked === "proof";
}
