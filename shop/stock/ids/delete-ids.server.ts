import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { DeleteIdsForm } from "./delete-ids-form.ts";
import { findFreeUnits, removeFreeUnits } from "./free-units.server.ts";
import { lockProduct } from "./lock-product.server.ts";

/** How many IDs left the shop, and how many stayed because they were not available any more. */
export type DeletedIds = { deleted: number; skipped: number };

/**
 * Deletes available IDs of a product: those chosen, or all whose text holds the words of a search. What is reserved, delivered or set aside stays
 * and is counted. Refuses when none is available, and when more match than the admin was asked about. For admins. [S2.35]
 */
export async function deleteIds(
  services: Pick<Services, "db" | "vault" | "now">,
  asker: Asker,
  productId: string,
  form: DeleteIdsForm,
): Promise<Result<DeletedIds>> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  if (!isProductId(productId)) return refused("productNotFound");
  const isChosen = form.which === "chosen";
  const unitIds = isChosen ? [...new Set(form.unitId)] : await findFreeUnits(services, productId, form.search);
  if (isChosen && unitIds.length === 0) return refused("noIdChosen");
  if (!isChosen && unitIds.length > form.expected) return refused("moreIdsMatch", unitIds.length);

  const asked = isChosen ? unitIds.length : form.expected;
  const { db, now } = services;
  return db.transaction(async (tx): Promise<Result<DeletedIds>> => {
    const product = await lockProduct(tx, productId);
    if (!product) return refused("productNotFound");
    const at = now();
    await signDeed(tx, asker);
    const deleted = await removeFreeUnits(tx, productId, unitIds, at);
    if (deleted === 0) return refused("noIdAvailable");

    const subject = { kind: "product", id: productId, name: product.name } as const;
    await noteDeed(tx, asker, { deed: "ids-deleted", subject, facts: { count: deleted } }, at);
    await announce(tx, "stock");
    return granted({ deleted, skipped: asked - deleted });
  });
}
