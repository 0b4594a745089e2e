import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import type { AddIdsForm } from "#shop/catalogue/product-form.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { objectionToValues } from "../books/add-units.server.ts";
import { aNewBatch } from "../books/open-batch.server.ts";
import { IDS_AT_ONCE } from "../constants.ts";
import type { BatchWay } from "../imports/batch.ts";
import { readGivenIds } from "../parsing/given-ids.ts";
import type { CleanedIds } from "../parsing/id-list.ts";
import { addInSteps, type ReportProgress } from "./add-in-steps.server.ts";

/**
 * How many IDs are new, how many lines were skipped as known or repeated, and which characters were
 * removed. [S3.9] [S5.11]
 */
export type AddedIds = { added: number; skipped: number; cleaned?: CleanedIds };

/**
 * Adds pasted IDs to a product as one batch. Long lists are first checked against all other
 * products and then added in steps. Refuses `selectProductAndPasteIds`, `idOfOtherProduct` and
 * `idAlike`. For admins. [S2.25] [S5.7] [S5.11]
 */
export async function addIds(
  services: Pick<Services, "db" | "vault" | "now">,
  actor: Actor,
  form: AddIdsForm,
  reportProgress?: ReportProgress,
  way: BatchWay = "page",
): Promise<Result<AddedIds>> {
  if (actor.kind !== "admin") return refused("adminsOnly");
  const list = readGivenIds(form);
  if (!list.ok) return about(list, "ids");
  const { values, repeated, cleaned } = list.value;
  if (form.productId === "" || values.length === 0) return refused("selectProductAndPasteIds");

  const beforehand = values.length > IDS_AT_ONCE ? await objectionToValues(services, form.productId, values) : ok(null);
  if (!beforehand.ok) return about(beforehand, "ids");
  const batch = aNewBatch(actor, way, values.length <= IDS_AT_ONCE);
  const units = await addInSteps(services, actor, form.productId, values, batch, reportProgress);
  if (!units.ok) return units.code === "productNotFound" ? about(units, "productId") : units;
  return ok({ added: units.value.added, skipped: units.value.skipped + repeated, ...(cleaned && { cleaned }) });
}
