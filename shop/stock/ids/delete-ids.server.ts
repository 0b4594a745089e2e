import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing, seesIds } from "#shop/rights.ts";
import { findFreeUnits, removeFreeUnits } from "../books/free-units.server.ts";
import { lockProduct } from "../lock-product.server.ts";
import type { DeleteIdsForm } from "./delete-ids-form.ts";

/** How many IDs were deleted, and how many were skipped because they are no longer free. */
type DeletedIds = { deleted: number; skipped: number };

/**
 * Deletes free IDs of a product: the chosen ones, or all that match a search. Skips and counts
 * reserved, delivered and withdrawn ones. Refuses `noIdChosen`, `noIdAvailable`, and `moreIdsMatch`
 * if more match than the admin confirmed. For admins. [S2.35]
 */
export async function deleteIds(
  services: Pick<Services, "db" | "vault" | "now">,
  actor: Actor,
  productId: string,
  form: DeleteIdsForm,
): Promise<Result<DeletedIds>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  if (form.which !== "chosen" && form.search && !seesIds(actor)) return rightMissing("see-ids");
  if (!isProductId(productId)) return refused("productNotFound");
  const isChosen = form.which === "chosen";
  const unitIds = isChosen ? [...new Set(form.unitId)] : await findFreeUnits(services, productId, form.search);
  if (isChosen && unitIds.length === 0) return refused("noIdChosen");
  if (!isChosen && unitIds.length > form.expected) return refused("moreIdsMatch", { n: unitIds.length });

  const asked = isChosen ? unitIds.length : form.expected;
  const { db, now } = services;
  return inTransaction(db, async (tx): Promise<Result<DeletedIds>> => {
    const product = await lockProduct(tx, productId);
    if (!product) return refused("productNotFound");
    const at = now();
    await signTransaction(tx, actor);
    const deleted = await removeFreeUnits(tx, productId, unitIds, at);
    if (deleted === 0) return refused("noIdAvailable");

    const subject = { kind: "product", id: productId, name: product.name } as const;
    await recordAction(tx, actor, { action: "ids-deleted", subject, facts: { count: deleted } }, at);
    await announce(tx, "stock");
    return ok({ deleted, skipped: asked - deleted });
  });
}
