import { z } from "zod";
import { ID_MAX_LENGTH } from "#shop/constants.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import type { OrderStatus } from "./order.ts";

/** What an admin sends to replace a dead ID: the dead one as it was delivered, and the one to hand over, unless the stock gives it. */
export const ReplacementForm = z.object({
  faulty: z.string("idNotDelivered").trim().min(1, "idNotDelivered"),
  id: z
    .string()
    .nullish()
    .transform((text) => text?.trim() || null),
});
export type ReplacementForm = z.output<typeof ReplacementForm>;

/**
 * Whether a delivered ID of this order may be replaced, as the shop guarantees: only once it is approved. An ID that the admin typed is one line
 * and not the dead one again. [S2.9]
 */
export function mayReplace(
  order: { status: OrderStatus },
  { faulty, id }: ReplacementForm,
): Result<null, "orderNotApproved" | "idTooLong" | "invalidInput" | "idAlreadyInOrder"> {
  if (order.status !== "approved") return refused("orderNotApproved");
  if (id === null) return granted(null);
  if (id.length > ID_MAX_LENGTH) return about(refused("idTooLong", ID_MAX_LENGTH), "id");
  if (/[\r\n]/.test(id)) return about(refused("invalidInput"), "id");
  return id === faulty ? about(refused("idAlreadyInOrder"), "id") : granted(null);
}
