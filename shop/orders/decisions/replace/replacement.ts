import { z } from "zod";
import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { ticked } from "#shop/form-fields.ts";
import { type ClaimReason, claimReasons } from "#shop/orders/claims/claim.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { canonicalId, readId } from "#shop/stock/ids/id.ts";

/**
 * The ID to hand over instead; without `id`, a free one is taken from the stock. [S15.4]
 */
export const SwapForm = z.object({
  id: z
    .string()
    .nullish()
    .transform((text) => text?.trim() || null),
  /**
   * Hand over the typed ID although it has odd characters, does not match the pattern, or is not in
   * stock.
   */
  idsConfirmed: ticked,
});
export type SwapForm = { id: string | null; idsConfirmed?: boolean };

/**
 * The form to replace a faulty ID: the ID as it was delivered, or as it is shown masked, with its
 * place before it if others look alike (`2. ••••`), what is wrong with it, and the new one.
 */
export const ReplacementForm = SwapForm.extend({
  faulty: z.string("idNotDelivered").trim().min(1, "idNotDelivered"),
  /** What is wrong with it, for the claim that is opened. */
  reason: z.enum(claimReasons).default("other"),
});
export type ReplacementForm = SwapForm & { faulty: string; reason?: ClaimReason };

/**
 * Whether a delivered ID of this order may be replaced. The order must be approved; a typed ID must
 * be one line and not the faulty ID again. [S2.9]
 */
export function mayReplace(
  order: { status: OrderStatus },
  { faulty, id }: ReplacementForm,
): Result<null, "orderNotApproved" | "idTooLong" | "invalidInput" | "idAlreadyInOrder"> {
  if (order.status !== "approved") return refused("orderNotApproved");
  if (id === null) return ok(null);
  const read = readId(id);
  if (read === null) return about(refused("invalidInput"), "id");
  if (read.value.length > ID_MAX_LENGTH) return about(refused("idTooLong", { n: ID_MAX_LENGTH }), "id");
  if (/[\r\n]/.test(id)) return about(refused("invalidInput"), "id");
  return read.canonical === canonicalId(faulty) ? about(refused("idAlreadyInOrder"), "id") : ok(null);
}
