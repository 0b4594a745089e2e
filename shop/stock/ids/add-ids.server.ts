import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import type { AddIdsForm } from "#shop/catalogue/product-form.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { aNewBatch } from "../books/open-batch.server.ts";
import { IDS_AT_ONCE } from "../constants.ts";
import { findProduct } from "../find-product.server.ts";
import type { BatchWay } from "../imports/batch.ts";
import { draftOf } from "../imports/checked-draft.server.ts";
import { isChoosable, kindsIn, type LinesOfKind } from "../imports/line-kinds.ts";
import type { CleanedIds } from "../parsing/id-list.ts";
import { readGivenIds } from "../parsing/read-given-ids.server.ts";
import { addInSteps, type ReportProgress } from "./add-in-steps.server.ts";

/**
 * How many IDs are new, how many lines were skipped as known or repeated, and which by the check
 * before; and which characters were removed. [S3.9] [S5.11]
 */
export type AddedIds = { added: number; skipped: number; linesLeftOut?: LinesOfKind[]; cleaned?: CleanedIds };

/**
 * Adds pasted IDs to a product as one batch. They are checked first, and long lists are then added
 * in steps. Refuses `selectProductAndPasteIds`, `productNotFound`, `idTooLong`, `idOfOtherProduct`
 * and `idAlike`. For admins. [S2.25] [S5.7] [S5.11]
 */
export async function addIds(
  services: Pick<Services, "db" | "vault" | "now">,
  actor: Actor,
  { productId, ...given }: AddIdsForm,
  reportProgress?: ReportProgress,
  way: BatchWay = "page",
): Promise<Result<AddedIds>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const lines = await readGivenIds(given);
  if (!lines.ok) return lines;
  if (productId === "" || lines.value.length === 0) return refused("selectProductAndPasteIds");
  if (!(await findProduct(services, productId))) return about(refused("productNotFound"), "productId");

  const draft = await draftOf(services, actor, { id: productId, pattern: [] }, lines.value);
  if (draft.objection) return draft.objection;
  const batch = aNewBatch(actor, way, draft.values.length <= IDS_AT_ONCE);
  const units = await addInSteps(services, actor, productId, draft.values, batch, reportProgress);
  if (!units.ok) return units.code === "productNotFound" ? about(units, "productId") : units;
  return ok(countedBy(draft, lines.value.length, units.value.added));
}

/** The counts of an answer: every line that is not added was skipped. [S5.11] */
export function countedBy(draft: Awaited<ReturnType<typeof draftOf>>, lines: number, added: number): AddedIds {
  const linesLeftOut = kindsIn(draft).filter((kind) => !isChoosable(kind));
  return {
    added,
    skipped: lines - added,
    ...(linesLeftOut.length > 0 && { linesLeftOut }),
    ...(draft.cleaned && { cleaned: draft.cleaned }),
  };
}
